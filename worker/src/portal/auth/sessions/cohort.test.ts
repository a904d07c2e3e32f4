import { Hono } from 'hono'
import { expect, it } from 'vitest'
import type { AppTypes } from '../../../endpoint.ts'
import { settings } from '../../../env.ts'
import { type Cohort, clearCohortCookie, cohortOf, isInShare, setCohortCookie } from './cohort.ts'

const variables = (secret: string) => ({
  LIBSQL_URL: 'libsql://x',
  AUTH_SECRET: secret.repeat(32),
  ORIGIN: 'https://portal.example',
  OPERATOR_ORIGIN: 'https://ops.example',
  MAIL_FROM: 'portal@portal.example',
})

const app = new Hono<AppTypes>()
  .use(async (c, next) => {
    c.set('ctx', { settings: settings(c.env) } as never)
    await next()
  })
  .get('/set', (c) => {
    setCohortCookie(c, { userId: c.req.query('user') ?? '', firmId: 'firm', sessionId: 'session' })
    return c.text('')
  })
  .get('/clear', (c) => {
    clearCohortCookie(c)
    return c.text('')
  })
  .get('/', (c) => c.json(cohortOf(c) ?? null))

const ask = (path: string, cookie = '', secret = 's') =>
  app.request(`https://portal.example${path}`, { headers: { cookie } }, variables(secret))
const cohortWith = async (cookie: string, secret?: string): Promise<Cohort | null> =>
  (await ask('/', cookie, secret)).json()

it('returns the person of a signed cookie, and nobody for a missing, changed or foreign one', async () => {
  const [set = ''] = (await ask('/set?user=ann')).headers.getSetCookie()
  expect(set).toMatch(/^__Host-portal_cohort=\S+; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
  const cookie = set.split(';')[0] ?? ''
  expect(await cohortWith(cookie)).toEqual({ userId: 'ann', firmId: 'firm', sessionId: 'session' })
  expect(await cohortWith('')).toBeNull()
  expect(await cohortWith('__Host-portal_cohort=~~')).toBeNull()
  for (const [part, other] of [
    ['ann', 'bob'],
    ['~firm~', '~others~'],
    ['~session~', '~ended~'],
  ] as const)
    expect(await cohortWith(cookie.replace(part, other))).toBeNull()
  expect(await cohortWith(cookie, 'o')).toBeNull()
  expect((await ask('/clear')).headers.getSetCookie()[0]).toContain('__Host-portal_cohort=; Max-Age=0')
})

it('keeps people in a growing share, with about as many people as its percentage', () => {
  const people = Array.from({ length: 5000 }, (_, i) => ({ userId: `person-${i}` }))
  const inShare = (percent: number, salt = 'mf-clients@1.0.0') => people.filter((p) => isInShare(p, salt, percent))
  expect(inShare(0)).toEqual([])
  expect(inShare(100)).toEqual(people)
  const [five, quarter] = [inShare(5), inShare(25)]
  expect(quarter).toEqual(expect.arrayContaining(five))
  expect(five.length / people.length).toBeCloseTo(0.05, 1)
  expect(quarter.length / people.length).toBeCloseTo(0.25, 1)
  // Another version has other people.
  const both = inShare(25, 'mf-clients@1.0.1').filter((p) => quarter.includes(p))
  expect(both.length / people.length).toBeCloseTo(0.0625, 1)
})
