import type { RemoteHealth, RemoteState } from '@portal/contract/delivery'
import { expect, it } from 'vitest'
import { good, refused } from '../testing/accounts.ts'
import { cohortCookie } from '../testing/cohort.ts'
import { newPerson, signedInOperator, signedInTeam } from '../testing/operators.ts'
import { insert, newBookkeeper, newClient, portalUrl, stranger, unique } from '../testing/portal.ts'
import { newRemote, publish } from '../testing/remotes.ts'

/** What the operator page shows, and to whom. */

const STATES = '/api/delivery/remotes'
const healthOf = (name: string, hours = 24) => `${STATES}/${name}/health?hours=${hours}`
const stateOf = async (answer: Promise<Response>, name: string): Promise<RemoteState | undefined> =>
  (await good<{ items: RemoteState[] }>(answer)).items.find((state) => state.name === name)

/** Reports a page load with its outcomes, as a browser does. */
async function report(name: string, version: string, kinds: readonly string[]): Promise<void> {
  const ran = { name, version }
  const body = {
    release: 'unnamed',
    metrics: [{ name: 'LCP', value: 900, ran }],
    errors: [{ kind: 'TypeError', ran, frames: [`/remotes/${name}/${version}/routes.js:1:2`] }],
    outcomes: kinds.map((kind) => ({ ran, kind })),
  }
  const { status } = await fetch(new URL('/api/vitals', portalUrl), {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      origin: new URL(portalUrl).origin,
      cookie: cohortCookie({ userId: unique('person'), firmId: 'firm' }),
    },
    body: JSON.stringify(body),
  })
  expect(status).toBe(204)
}

it('shows the state of all remotes to operators, and only those of their teams to others', async () => {
  const [own, other] = [await newRemote(), await newRemote()]
  await Promise.all([publish(own), publish(other)])
  await publish(own, { version: '1.1.0' })
  await report(own.name, '1.1.0', ['view', 'hang'])
  const operator = await signedInOperator('operator-11@example.com')
  const team = await signedInTeam(own.name)
  const expected = {
    live: '1.1.0',
    label: 'Remote',
    role: 'bookkeeper',
    held: null,
    canary: null,
    tabs: 0,
    last_switch: { kind: 'publish', from: '1.0.0', to: '1.1.0' },
    health: { live: { views: 1, failures: { hang: 1, failed_load: 0 } }, canary: null },
  }
  expect(await stateOf(operator.fetch(STATES), own.name)).toMatchObject(expected)
  expect(await stateOf(operator.fetch(STATES), other.name)).toMatchObject({ live: '1.0.0' })
  expect(await stateOf(team.fetch(STATES), own.name)).toMatchObject(expected)
  expect(await stateOf(team.fetch(STATES), other.name)).toBeUndefined()
  await good(team.fetch(healthOf(own.name)))
  await refused(team.fetch(healthOf(other.name)), 'forbidden')
})

it('shows since when a remote is held and why', async () => {
  const remote = await newRemote()
  await publish(remote)
  await publish(remote, { version: '1.1.0' })
  const by = await newPerson(remote.name)
  const team = await signedInOperator(by)
  await good(team.post(`/api/remotes/${remote.name}/rollback`, { to: '1.0.0', reason: 'Every load fails' }))
  expect(await stateOf(team.fetch(STATES), remote.name)).toMatchObject({
    live: '1.0.0',
    held: { by, reason: 'Every load fails' },
    last_switch: { kind: 'rollback', from: '1.1.0', reason: 'Every load fails' },
  })
})

it('counts outcomes per minute, hour or day, metrics per day, and errors', async () => {
  const remote = await newRemote()
  await publish(remote)
  const team = await signedInTeam(remote.name)
  await report(remote.name, '1.0.0', ['view', 'failed_load', 'failed_calls'])
  await report(remote.name, '1.0.0', ['view'])
  const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString()
  await insert([
    {
      sql: `INSERT INTO remote_health (hour, name, version, kind, count) VALUES (?, ?, '0.9.0', 'view', 7)`,
      args: [daysAgo(3).slice(0, 13), remote.name],
    },
  ])
  const today = await good<RemoteHealth>(team.fetch(healthOf(remote.name)))
  expect(today.step).toBe('hour')
  expect(today.outcomes).toEqual([
    {
      at: expect.stringMatching(/T\d\d:00:00\.000Z$/),
      version: '1.0.0',
      views: 2,
      failures: { failed_load: 1, hang: 0, render_error: 0, slow_interaction: 0, failed_calls: 1 },
    },
  ])
  expect(today.metrics).toEqual([
    { day: daysAgo(0).slice(0, 10), version: '1.0.0', metric: 'LCP', p75: 1000, reports: 2 },
  ])
  expect(today.errors).toMatchObject([{ version: '1.0.0', kind: 'TypeError', count: 2 }])
  const now = await good<RemoteHealth>(team.fetch(healthOf(remote.name, 1)))
  expect(now.step).toBe('minute')
  expect(Date.now() - Date.parse(now.since)).toBeLessThan(62 * 60_000)
  expect(now.outcomes.reduce((sum, { views }) => sum + views, 0)).toBe(2)
  expect(now.outcomes[0]?.at).toBe(`${new Date(now.outcomes[0]?.at ?? '').toISOString().slice(0, 16)}:00.000Z`)
  // Minutes do not count twice.
  expect(await stateOf(team.fetch(STATES), remote.name)).toMatchObject({ health: { live: { views: 2 } } })
  const month = await good<RemoteHealth>(team.fetch(healthOf(remote.name, 30 * 24)))
  expect(month.step).toBe('day')
  expect(month.outcomes.map(({ at, version, views }) => [at.slice(10), version, views])).toEqual([
    ['T00:00:00.000Z', '0.9.0', 7],
    ['T00:00:00.000Z', '1.0.0', 2],
  ])
})

it('lists the most frequent errors of each version first', async () => {
  const remote = await newRemote()
  const day = new Date().toISOString().slice(0, 10)
  const errors = Array.from({ length: 30 }, (_, i) => ['1.0.0', `/remotes/x/1.0.0/a.js:1:${i}`, 100 + i])
  await insert(
    [...errors, ['1.1.0', '', 3]].map(([version = '', frames = '', count = 0]) => ({
      sql: "INSERT INTO page_errors VALUES (?, ?, ?, 'TypeError', ?, ?)",
      args: [day, remote.name, version, frames, count],
    })),
  )
  const team = await signedInTeam(remote.name)
  const listed = (await good<RemoteHealth>(team.fetch(healthOf(remote.name)))).errors
  expect(listed.slice(0, 3).map(({ version, count }) => [version, count])).toEqual([
    ['1.0.0', 129],
    ['1.1.0', 3],
    ['1.0.0', 128],
  ])
  expect(listed).toHaveLength(20)
})

it('shows nothing to strangers, bookkeepers, clients and pages of other sites', async () => {
  const remote = await newRemote()
  await publish(remote)
  const bookkeeper = await newBookkeeper()
  const client = await newClient(bookkeeper)
  for (const caller of [stranger, bookkeeper, client]) {
    await refused(caller.fetch(STATES), 'unauthenticated')
    await refused(caller.fetch(healthOf(remote.name)), 'unauthenticated')
  }
  const team = await signedInTeam(remote.name)
  const foreign = { headers: { 'sec-fetch-site': 'cross-site' } }
  await refused(team.fetch(STATES, foreign), 'forbidden')
  await refused(team.fetch(healthOf(remote.name), foreign), 'forbidden')
  await refused(team.fetch(`${STATES}/${remote.name}/health?hours=10000`), 'invalid_input')
})
