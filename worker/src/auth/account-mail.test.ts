import { expect, it } from 'vitest'
import type { BookkeeperContext } from '../context.ts'
import { type CountedAttempts, evaluateAttempt, type LimitRule } from '../limits/limit-rule.ts'
import { good, newDevice, newSignUp, post, refused, registered } from '../testing/accounts.ts'
import { interrupted } from '../testing/interrupted.ts'
import { newAddress } from '../testing/new-address.ts'
import { mailsTo, newBookkeeper, unique } from '../testing/portal.ts'
import { rows } from '../testing/work.ts'
import { countAccountMail } from './account-mail.ts'

const fromAnywhere = () => ({ ...newDevice(), 'cf-connecting-ip': newAddress() })

it('sends a mailbox ten mails that strangers request, however they spell its address', async () => {
  const name = unique('flooded')
  const spellings = Array.from({ length: 12 }, (_, i) => `${name.slice(0, i + 1)}.${name.slice(i + 1)}+${i}@gmail.com`)
  const answers = await Promise.all(
    spellings.map((email) => post('/api/auth/sign-up', { ...newSignUp(), email }, fromAnywhere())),
  )
  expect(answers.filter(({ ok }) => ok)).toHaveLength(10)
  const last = answers.find(({ ok }) => !ok) ?? new Response()
  expect((await refused(last, 'too_many_requests')).detail).toMatch(
    /^Too many emails were requested for this address\. Please try again in (119|120) minutes|in 2 hours\./,
  )
})

it('counts confirmations and links for a new password together, but not in browsers of the owner', async () => {
  const { email, password } = await registered()
  const own = fromAnywhere()
  await good(post('/api/auth/sign-in', { email, password, portal: 'bookkeeper' }, own))
  const ask = (path: string, browser: Record<string, string>) => post(`/api/auth/${path}`, { email }, browser)
  for (const path of ['confirm/again', 'password/reset-request'])
    for (let i = 0; i < 5; i++) await good(ask(path, fromAnywhere()))
  await refused(ask('password/reset-request', fromAnywhere()), 'too_many_requests')
  await good(ask('password/reset-request', own))
  const subjects = (await mailsTo(email)).map(({ subject }) => subject)
  expect(subjects.filter((subject) => subject === 'Set a new password').length).toBeLessThanOrEqual(6)
})

it('limits unknown addresses in the same way', async () => {
  const email = `${unique('nobody')}@example.com`
  const ask = (path: string) => post(`/api/auth/${path}`, { email }, fromAnywhere())
  for (const path of ['confirm/again', 'password/reset-request']) for (let i = 0; i < 5; i++) await good(ask(path))
  await expect.poll(async () => (await ask('confirm/again')).status, { interval: 1000 }).toBe(429)
  const { title } = await refused(ask('password/reset-request'), 'too_many_requests')
  expect(title).toMatch(/^Too many (attempts|emails)$/)
})

/** Counters in memory, which follow the same rules. */
function counters(): unknown {
  const counted = new Map<string, CountedAttempts>()
  const object = {
    take: async (key: string, rule: LimitRule) => {
      const { wait, counted: hits } = evaluateAttempt(counted.get(key), rule, Date.now())
      if (wait === 0) counted.set(key, { hits, last: Date.now() })
      return wait
    },
    giveBack: async (key: string, n: number) => {
      const { hits = 0, last = 0 } = counted.get(key) ?? {}
      counted.set(key, { hits: Math.max(0, hits - n), last })
    },
  }
  return { getByName: () => object }
}

it('limits all mails of an hour, tells the operators once, and spares known browsers', async () => {
  const operator = `${unique('operator')}@example.com`
  const work = async (ctx: BookkeeperContext): Promise<void> => {
    const limited = {
      ...ctx,
      env: { ...ctx.env, RATE_LIMITER: counters() } as never,
      settings: { ...ctx.settings, ACCOUNT_MAILS_PER_HOUR: 3, OPERATORS: [operator] },
    }
    const count = (knownAs?: string) => countAccountMail(limited, `${unique('person')}@example.com`, { knownAs })
    const first = await count()
    await first.notSent()
    for (let i = 0; i < 3; i++) await count()
    for (let i = 0; i < 2; i++)
      await expect(count()).rejects.toMatchObject({ title: 'Too many emails', retryAfter: 1200 })
    await count('ann@example.com')
  }
  await interrupted(await newBookkeeper(), work, async () => undefined)
  const told = await rows<{ payload: string }>('SELECT payload FROM outbox WHERE recipient = ?', `mail:${operator}`)
  expect(told).toHaveLength(1)
  expect(told[0]?.payload).toContain('More than 3 codes')
})
