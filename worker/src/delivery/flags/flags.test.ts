import type { FlagState } from '@portal/contract/flag-settings'
import { FLAGS } from '@portal/contract/flags'
import { RemoteRegistry } from '@portal/contract/remotes'
import { expect, inject, it } from 'vitest'
import { stopCanary } from '../../../../tools/publish/canary-api.ts'
import { requireCurrentFlags } from '../../../../tools/operate/flags/require-current.ts'
import { runFlag } from '../../../../tools/operate/flags/run-flag.ts'
import { operatorHere } from '../../../../tools/database/operator-here.ts'
import { previewRemote, publishGradually } from '../../../../tools/publish/publish.ts'
import { good, refused } from '../../testing/accounts.ts'
import { cohortCookie } from '../../testing/cohort.ts'
import { signedInOperator, signedInTeam } from '../../testing/operators.ts'
import { newBookkeeper, newClient, portalUrl, stranger, type TestBookkeeper } from '../../testing/portal.ts'
import { buildOf, filesOf, folderOf, newRemote, publish } from '../../testing/remotes.ts'
import { openTab } from '../../testing/tab.ts'
import { until } from '../../testing/until.ts'
import { change, rows } from '../../testing/work.ts'

/** Tests feature flags with `pnpm flag` and the registry. */

const FLAG = 'typing-indicators'

/** Runs `pnpm flag`. Returns its output. */
async function flag(...args: string[]): Promise<string> {
  const lines: string[] = []
  await runFlag(args, { url: inject('databaseUrl') }, (line) => lines.push(line))
  return lines.join('\n')
}

/** Reads the registry as a person, or as a visitor. */
async function registry(person?: { userId: string }, { firmId }: { firmId: string } = { firmId: '' }) {
  const headers = person ? { cookie: cohortCookie({ userId: person.userId, firmId }) } : {}
  return RemoteRegistry.parse(await (await fetch(new URL('/api/remotes', portalUrl), { headers })).json())
}
const valueFor = async (person?: { userId: string }, firm?: TestBookkeeper) =>
  (await registry(person, firm)).flags?.[FLAG]

it('changes a flag for everyone, a firm and a person with the command', async () => {
  const [bookkeeper, colleague, other] = [await newBookkeeper(), await newBookkeeper(), await newBookkeeper()]
  const client = await newClient(bookkeeper)
  expect(await flag('list')).toContain(`${FLAG}   on by default`)

  expect(await flag('set', FLAG, 'off', '--firm', bookkeeper.email)).toContain(`${FLAG} is off for`)
  await flag('set', FLAG, 'on', '--person', ` <mailto:${client.email.toUpperCase()}>`)
  expect(await valueFor(bookkeeper, bookkeeper)).toBe(false)
  expect(await valueFor(client, bookkeeper)).toBe(true)
  expect(await valueFor(other, other)).toBeUndefined()
  expect(await registry()).toMatchObject({ flags: {}, targeted: true })
  expect(await flag('list')).toContain(`on for ${client.name} (${client.email})`)

  await flag('set', FLAG, 'off')
  expect(await valueFor(other, other)).toBe(false)
  expect(await valueFor(client, bookkeeper)).toBe(true)
  expect(await valueFor()).toBe(false)

  await flag('reset', FLAG, '--person', client.email)
  await flag('reset', FLAG, '--firm', bookkeeper.firmId)
  await flag('reset', FLAG)
  for (const person of [client, colleague]) expect(await valueFor(person, bookkeeper)).toBeUndefined()
  expect(
    await rows(
      `SELECT detail ->> 'percent' AS percent FROM audit_log
        WHERE action = 'flag.changed' AND actor_id = ? ORDER BY id`,
      operatorHere(),
    ),
  ).toMatchObject([0, 100, 0, null, null, null].map((percent) => ({ percent })))
})

it('refuses unknown flags, values and people', async () => {
  await expect(flag('set', 'unknown', 'on')).rejects.toThrow('There is no flag unknown.')
  await expect(flag('set', FLAG, '101%')).rejects.toThrow('A flag is on, off, or a share')
  await expect(flag('set', FLAG, 'on', '--person', 'missing@example.com')).rejects.toThrow('There is no account')
  await expect(flag('set', FLAG, 'on', '--firm', 'missing')).rejects.toThrow('There is no firm of missing.')
})

it('signals open tabs to read the registry, and forgets a person whose account is deleted', async () => {
  const person = await newBookkeeper()
  const tab = openTab(person.token)
  await tab.ready()
  await flag('set', FLAG, '100%', '--person', person.email)
  // Without another change, the dispatcher finds the announcement at its next heartbeat.
  await publish(await newRemote())
  await until('signal', async () => tab.received.find((m) => m.t === 'signal' && m.signal.type === 'remotes'))
  await tab.close()
  await change('DELETE FROM auth_users WHERE id = ?', person.userId)
  expect(await rows('SELECT 1 FROM flag_values WHERE target = ?', person.userId)).toEqual([])
})

it('lets operators list, set and reset values, and refuses everyone else', async () => {
  const bookkeeper = await newBookkeeper()
  const client = await newClient(bookkeeper)
  const operator = await signedInOperator('operator-13@example.com')
  const path = `/api/delivery/flags/${FLAG}`
  const set = (body: object) => operator.fetch(path, { method: 'PUT', body: JSON.stringify(body) })
  const valuesOfFirm = async () => {
    const { items } = await good<{ items: FlagState[] }>(operator.fetch('/api/delivery/flags'))
    const flagged = items.find(({ name }) => name === FLAG)
    expect(flagged?.declared).toMatchObject({ owner: 'shell', default: true, expires: '2027-05-31' })
    return flagged?.values.filter(({ target }) => [bookkeeper.firmId, client.userId].includes(target))
  }
  await good(set({ percent: 0, firm: bookkeeper.email }))
  await good(set({ percent: 25, firm: bookkeeper.firmId }))
  await good(set({ percent: 100, person: client.email.toUpperCase() }))
  expect(await valuesOfFirm()).toMatchObject([
    { kind: 'firm', target: bookkeeper.firmId, of: 'Bea Bookkeeper & Co', percent: 25 },
    { kind: 'person', target: client.userId, of: `Cleo Client (${client.email})`, percent: 100 },
  ])
  expect(await valueFor(client, bookkeeper)).toBe(true)
  const reset = (target: string) => operator.fetch(`${path}?target=${target}`, { method: 'DELETE' })
  await good(reset(client.userId))
  await good(reset(bookkeeper.firmId))
  expect(await valuesOfFirm()).toEqual([])
  const entries = await rows<{ actor_id: string; detail: string }>(
    "SELECT actor_id, detail FROM audit_log WHERE action = 'flag.changed' AND actor_id = ? ORDER BY seq",
    'operator-13@example.com',
  )
  expect(entries.map(({ detail }) => JSON.parse(detail).percent)).toEqual([0, 25, 100, null, null])

  const detailOf = async (body: object) => (await refused(set(body), 'invalid_input')).detail
  expect(await detailOf({ percent: 5, firm: client.email })).toBe(`There is no firm of ${client.email}.`)
  expect(await detailOf({ percent: 5, person: 'unknown@example.com' })).toMatch('There is no account of unknown@')
  expect(await detailOf({ percent: 101 })).toBeTruthy()
  await refused(operator.fetch('/api/delivery/flags/unknown?target=x', { method: 'DELETE' }), 'not_found')
  const team = await signedInTeam((await newRemote()).name)
  for (const [caller, code] of [
    [team, 'forbidden'],
    [bookkeeper, 'unauthenticated'],
    [client, 'unauthenticated'],
    [stranger, 'unauthenticated'],
  ] as const) {
    await refused(caller.fetch('/api/delivery/flags'), code)
    await refused(caller.fetch(path, { method: 'PUT', body: JSON.stringify({ percent: 0 }) }), code)
    await refused(caller.fetch(`${path}?target=*`, { method: 'DELETE' }), code)
  }
  const foreign = { method: 'PUT', body: '{"percent":0}', headers: { 'sec-fetch-site': 'cross-site' } }
  await refused(operator.fetch(path, foreign), 'forbidden')
})

const FORECAST = { description: 'Shows the expected work.', default: false, expires: '2027-05-31' }

it('sets and serves a flag of a remote that the worker was not built with', async () => {
  const [remote, person] = [await newRemote(), await newBookkeeper()]
  const name = `${remote.name}.forecast`
  const value = async () => (await registry(person, person)).flags?.[name]
  const listed = async () => (await flag('list')).split('\n').find((line) => line.startsWith(`${name} `))
  await publish(remote, { version: '1.0.0' })
  await expect(flag('set', name, 'on')).rejects.toThrow(/There is no flag mf.*\.forecast\. Flags: typing-indicators/)

  // A value can be set before the version that declares the flag is live.
  const url = { url: portalUrl, token: remote.token }
  await previewRemote({ ...url, dir: folderOf(remote, { version: '2.0.0', flags: { forecast: FORECAST } }) })
  await flag('set', name, 'on', '--person', person.email)
  expect(await value()).toBe(true)
  expect(await listed()).toMatch('no live version declares it')
  await publish(remote, { version: '2.0.0', flags: { forecast: FORECAST } })
  expect(await listed()).toBe(`${name}   off by default   ${remote.name}, until 2027-05-31`)
  await expect(flag('set', `${remote.name}.other`, 'on')).rejects.toThrow(`, ${name}`)

  await publish(remote, { version: '3.0.0' })
  expect(await value()).toBe(true)
  expect(await listed()).toMatch('no live version declares it')
  const dir = folderOf(remote, { version: '4.0.0', flags: { forecast: { ...FORECAST, default: true } } })
  await publishGradually({ ...url, dir }, { percent: 5 })
  expect(await listed()).toMatch('on by default')
  await stopCanary(url, remote.name, { version: '4.0.0' })
  await flag('reset', name, '--person', person.email)
  expect([await value(), await listed()]).toEqual([undefined, undefined])

  // A value can be removed when no version that declares the flag is stored any more.
  await flag('set', name, 'on')
  await change("UPDATE remote_versions SET removed_at = '2026-11-30T00:00:00.000Z' WHERE name = ?", remote.name)
  await flag('reset', name)
  await expect(flag('reset', name)).rejects.toThrow('There is no flag')
})

it.each([
  ['a name', { 'Forecast.x': FORECAST }],
  ['a description', { forecast: { ...FORECAST, description: 'Clears\u001b[2J the terminal.' } }],
  ['a last day', { forecast: { ...FORECAST, expires: '2027-02-30' } }],
  ['101 flags', Object.fromEntries(Array.from({ length: 101 }, (_, i) => [`flag-${i}`, FORECAST]))],
])('refuses a version whose flags have %s that cannot be stored', async (_, flags) => {
  const remote = await newRemote()
  await refused(
    remote.call('POST', '/versions', JSON.stringify(buildOf(remote, filesOf('1'), { flags }))),
    'invalid_input',
  )
})

it('blocks the shell after the last day of its flag', () => {
  const [last, next] = [new Date('2027-05-31T23:00:00Z'), new Date('2027-06-01T01:00:00Z')]
  expect(() => requireCurrentFlags('shell', FLAGS, last)).not.toThrow()
  expect(() => requireCurrentFlags('shell', FLAGS, next)).toThrow(
    `The feature flag ${FLAG} of shell expired on 2027-05-31.`,
  )
})
