import type { VitalsReport } from '@portal/contract/vitals'
import { expect, inject, it } from 'vitest'
import { derivedToken } from '../../platform/crypto/secrets.ts'
import { good, refused } from '../../testing/accounts.ts'
import { cohortCookie } from '../../testing/cohort.ts'
import { insert, portalUrl, unique } from '../../testing/portal.ts'
import { rows } from '../../testing/work.ts'

const { origin } = new URL(portalUrl)
const person = () => ({ origin, cookie: cohortCookie({ userId: unique('person'), firmId: 'firm' }) })
const report = (body: unknown, headers: Record<string, string> = person()) =>
  fetch(new URL('/api/vitals', portalUrl), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
const full = (more: Partial<VitalsReport>): VitalsReport => ({
  release: 'unnamed',
  metrics: [],
  errors: [],
  outcomes: [],
  ...more,
})

/** Returns the cookie of a preview link. */
function previewCookie({ name, version }: { name: string; version: string }): string {
  const preview = [name, version, String(Date.now()), String(Date.now() + 600_000)]
  const signature = derivedToken(inject('authSecret'), 'remote-preview', ...preview)
  return `remote_preview_${name}=${[...preview, signature].join('~')}`
}

/** Inserts a remote in a state. */
async function inserted(state: 'announced' | 'published'): Promise<{ name: string; version: string }> {
  const ran = { name: unique('mf').replaceAll(/[^a-z0-9-]/g, ''), version: '1.0.0' }
  await insert([
    {
      sql: `INSERT INTO remote_versions (name, version, contract, sdk, place, files, state, created_at)
            VALUES (?, ?, '1.0.0', '1.0.0', '{}', '[]', ?, ?)`,
      args: [ran.name, ran.version, state, new Date().toISOString()],
    },
  ])
  return ran
}
const published = () => inserted('published')
const metrics = (name: string) =>
  rows('SELECT version, metric, bin, count FROM page_vitals WHERE name = ? ORDER BY metric, bin', name)
const errors = (name: string) =>
  rows<{ kind: string; frames: string; count: number }>(
    'SELECT kind, frames, count FROM page_errors WHERE name = ?',
    name,
  )

it('counts metrics by version in bins', async () => {
  const ran = await published()
  const each = [
    { name: 'LCP' as const, value: 1234.5, ran },
    { name: 'CLS' as const, value: 0.0123, ran },
    { name: 'INP' as const, value: 99_999, ran },
  ]
  for (let i = 0; i < 3; i++) expect((await report(full({ metrics: each }))).status).toBe(204)
  expect(await metrics(ran.name)).toEqual([
    { version: '1.0.0', metric: 'CLS', bin: 20, count: 3 },
    { version: '1.0.0', metric: 'INP', bin: -1, count: 3 },
    { version: '1.0.0', metric: 'LCP', bin: 1500, count: 3 },
  ])
  const shell = full({ release: 'of last week', metrics: [{ name: 'TTFB', value: 1, ran: null }] })
  expect((await report(shell)).status).toBe(204)
  expect((await metrics('shell')).map((r) => r['version'])).toContain('earlier')
})

it('counts errors by kind and position, and only a limited number separately', async () => {
  const ran = await published()
  const error = (i: number) => ({ kind: 'TypeError', ran, frames: [`/remotes/${ran.name}/1.0.0/routes.js:1:${i}`] })
  for (const first of [0, 10, 20, 30, 40, 50, 0]) {
    expect((await report(full({ errors: Array.from({ length: 10 }, (_, i) => error(first + i)) }))).status).toBe(204)
  }
  const counted = await errors(ran.name)
  expect(counted).toHaveLength(51)
  expect(counted.find((e) => e.frames.endsWith(':0'))).toMatchObject({ kind: 'TypeError', count: 2 })
  expect(counted.find((e) => e.frames === '')).toEqual({ kind: 'OtherError', frames: '', count: 10 })
})

it('counts outcomes per hour and minute, version and kind, and deletes old counts', async () => {
  const ran = await published()
  const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
  const hour = (daysAgo: number) => ago(daysAgo * 24).slice(0, 13)
  const minute = (hoursAgo: number) => `-${ago(hoursAgo).slice(0, 16)}`
  await insert(
    [hour(89), hour(91), minute(2), minute(4), minute(500)].map((at) => ({
      sql: "INSERT INTO remote_health VALUES (?, ?, '0.9.0', 'view', 1)",
      args: [at, ran.name],
    })),
  )
  const worked = full({ outcomes: [{ ran, kind: 'view' }] })
  const failed = full({
    outcomes: [
      { ran, kind: 'view' },
      { ran, kind: 'render_error' },
    ],
  })
  for (const outcome of [worked, failed, worked]) expect((await report(outcome)).status).toBe(204)
  expect(
    await rows(
      "SELECT hour, version, kind, count FROM remote_health WHERE hour > '0' AND name = ? ORDER BY hour, kind",
      ran.name,
    ),
  ).toEqual([
    { hour: hour(89), version: '0.9.0', kind: 'view', count: 1 },
    { hour: hour(0), version: '1.0.0', kind: 'render_error', count: 1 },
    { hour: hour(0), version: '1.0.0', kind: 'view', count: 3 },
  ])
  // The reports can be in two minutes.
  expect(
    await rows(
      `SELECT version, kind, sum(count) AS count FROM remote_health WHERE hour < '0' AND name = ?
        GROUP BY version, kind ORDER BY version, kind`,
      ran.name,
    ),
  ).toEqual([
    { version: '0.9.0', kind: 'view', count: 1 },
    { version: '1.0.0', kind: 'render_error', count: 1 },
    { version: '1.0.0', kind: 'view', count: 3 },
  ])
})

it('counts each outcome of a report once', async () => {
  const ran = await published()
  await report(full({ outcomes: Array.from({ length: 20 }, () => ({ ran, kind: 'hang' as const })) }))
  expect(await rows("SELECT kind, count FROM remote_health WHERE hour > '0' AND name = ?", ran.name)).toEqual([
    { kind: 'hang', count: 1 },
  ])
})

it('limits the reports of each signed-in person separately', async () => {
  const ran = await published()
  const outcome = full({ outcomes: [{ ran, kind: 'view' }] })
  const [many, few] = [person(), person()]
  const responses = await Promise.all(Array.from({ length: 70 }, () => report(outcome, many)))
  expect(responses.filter(({ status }) => status === 429).length).toBeGreaterThan(0)
  for (const others of [few, { origin }]) expect((await report(outcome, others)).status).toBe(204)
})

/** Returns a report of everything about a version, and of an error of the shell. */
const everything = (ran: { name: string; version: string }) =>
  full({
    metrics: [{ name: 'LCP', value: 1, ran }],
    errors: [
      { kind: 'Error', ran, frames: [] },
      { kind: 'SyntaxError', ran: null, frames: [`/assets/${ran.name}.js:1:1`] },
    ],
    outcomes: [{ ran, kind: 'hang' }],
  })
/** Returns how many metrics, errors and outcomes of a version are counted. */
const counted = async ({ name }: { name: string }) => [
  (await metrics(name)).length,
  (await errors(name)).length,
  (await rows("SELECT 1 FROM remote_health WHERE hour > '0' AND name = ?", name)).length,
]

it('ignores versions that were never published, except for their preview', async () => {
  const invented = { name: unique('mf').replaceAll(/[^a-z0-9-]/g, ''), version: '6.6.6' }
  expect((await report(everything(invented))).status).toBe(204)
  expect(await counted(invented)).toEqual([0, 0, 0])
  const announced = await inserted('announced')
  expect((await report(everything(announced))).status).toBe(204)
  expect(await counted(announced)).toEqual([0, 0, 0])
  const cookie = `${person().cookie}; ${previewCookie(announced)}`
  expect((await report(everything(announced), { origin, cookie })).status).toBe(204)
  expect(await counted(announced)).toEqual([1, 1, 1])
})

it('counts only what happened in the shell for visitors', async () => {
  const ran = await published()
  expect((await report(everything(ran), { origin })).status).toBe(204)
  expect(await counted(ran)).toEqual([0, 0, 0])
  const ofShell = await rows('SELECT count FROM page_errors WHERE frames = ?', `/assets/${ran.name}.js:1:1`)
  expect(ofShell).toEqual([{ count: 1 }])
})

it('refuses messages, addresses and positions outside the bundles', async () => {
  const error = { kind: 'TypeError', ran: null, frames: ['/assets/main.1a2b.js:1:2'] }
  const bad = [
    { ...error, kind: 'Ann Meier owes 40 EUR' },
    { ...error, frames: ['https://elsewhere.example/x.js:1:2'] },
    { ...error, frames: ['/clients/ann@example.com:1:2'] },
    { ...error, frames: ['/assets/../api/clients.js:1:2'] },
  ]
  for (const one of bad) await refused(report(full({ errors: [one] })), 'invalid_input')
  const extra = { ...full({ errors: [{ ...error, message: 'Ann Meier' } as never] }), user: 'ann@example.com' }
  expect((await report(extra)).status).toBe(204)
  expect(await rows(`SELECT 1 FROM page_errors WHERE kind || frames LIKE '%Ann%' OR frames LIKE '%@%'`)).toEqual([])
})

it('refuses large reports and reports of other origins', async () => {
  await refused(report(full({}), {}), 'forbidden')
  await refused(report(full({}), { origin: 'https://elsewhere.example' }), 'forbidden')
  await refused(report('x'.repeat(9000)), 'too_large')
  await refused(report('no json'), 'invalid_input')
  await refused(report(full({ metrics: [{ name: 'LCP', value: -1, ran: null }] })), 'invalid_input')
  const page = await fetch(portalUrl, { headers: { accept: 'text/html' } })
  expect(await page.text()).toContain(
    '<script type="application/json" id="vitals">{"release":"unnamed","sample":1}</script>',
  )
  await good(fetch(new URL('/api/health', portalUrl)))
})
