import { waitFor } from '@portal/contract/testing/wait-for'
import { afterEach, expect, it, vi } from 'vitest'
import { publishGradually, publishRemote } from '../../../../tools/publish/publish.ts'
import { ACTIONS } from '../../../../tools/publish/actions/actions.ts'
import { publishBuild } from '../../../../tools/publish/actions/publish-build.ts'
import { listRemote, listSwitches, rollBackRemote } from '../../../../tools/publish/registry-api.ts'
import { db, operatorUrl, portalUrl, problemOf } from '../../testing/portal.ts'
import { buildOf, filesOf, folderOf, newRemote, publish, type Publisher, registryEntry } from '../../testing/remotes.ts'

/** Switches of the live version: publishing, rolling back, holding, and their history. */

const portalOf = (remote: Publisher) => ({ url: portalUrl, token: remote.token })
const liveOf = async (remote: Publisher) => (await registryEntry(remote.name))?.version
const rollBack = (remote: Publisher, how?: Parameters<typeof rollBackRemote>[2]) =>
  rollBackRemote(portalOf(remote), remote.name, how)
const publishOver = (remote: Publisher, version: string, expected: string | null) =>
  publishRemote({ ...portalOf(remote), dir: folderOf(remote, { version }) }, { expected })
const kindsOf = async (remote: Publisher) =>
  (await listSwitches(portalOf(remote), remote.name)).items.map(({ kind, from, to }) => [kind, from, to])
async function newRemoteWith(...versions: string[]): Promise<Publisher> {
  const remote = await newRemote()
  for (const version of versions) await publish(remote, { version })
  return remote
}

afterEach(() => vi.restoreAllMocks())

it('refuses to publish when another version than the expected one is live, and says who made it live', async () => {
  const remote = await newRemoteWith('1.0.0')
  await publishOver(remote, '1.1.0', '1.0.0')
  await expect(publishOver(remote, '1.2.0', '1.0.0')).rejects.toThrow(
    /1\.1\.0 is live now\. token \S+ made it live at 2/,
  )
  await expect(publishOver(remote, '1.2.0', null)).rejects.toThrow('1.1.0 is live now.')
  expect(await liveOf(remote)).toBe('1.1.0')
  // The result of an earlier attempt, whose response was lost, is as good as a new one.
  expect(await publishOver(remote, '1.1.0', '1.0.0')).toMatchObject({ version: '1.1.0' })
  expect(await publishOver(remote, '1.2.0', '1.1.0')).toMatchObject({ version: '1.2.0', previous: '1.1.0' })
})

it('lets one of twelve concurrent publications win, and records one switch', async () => {
  const remote = await newRemoteWith('1.0.0')
  const versions = Array.from({ length: 12 }, (_, i) => `2.0.${i}`)
  const outcomes = await Promise.allSettled(versions.map((version) => publishOver(remote, version, '1.0.0')))
  const winners = versions.filter((_, i) => outcomes[i]?.status === 'fulfilled')
  expect(winners).toEqual([await liveOf(remote)])
  for (const outcome of outcomes)
    if (outcome.status === 'rejected') expect(String(outcome.reason)).toContain(`${winners[0]} is live now`)
  expect(await kindsOf(remote)).toEqual([
    ['publish', '1.0.0', winners[0]],
    ['publish', null, '1.0.0'],
  ])
})

it('rolls back once when several people do so at the same time, and changes nothing when repeated', async () => {
  const remote = await newRemoteWith('1.0.0', '1.1.0', '1.2.0')
  const once = await Promise.all(Array.from({ length: 4 }, () => rollBack(remote, { expected: '1.2.0' })))
  expect(new Set(once.map(({ version }) => version))).toEqual(new Set(['1.1.0']))
  expect(await rollBack(remote, { expected: '1.2.0' })).toMatchObject({ version: '1.1.0', previous: '1.1.0' })
  expect(await rollBack(remote, { to: '1.1.0' })).toMatchObject({ version: '1.1.0', previous: '1.1.0' })
  await publish(remote, { version: '1.3.0' })
  await expect(rollBack(remote, { expected: '1.1.0' })).rejects.toThrow('1.3.0 is live now.')
  // A colleague who has not noticed this rollback does not go back twice.
  await rollBack(remote, { reason: 'Totals are wrong' })
  await expect(rollBack(remote, { expected: '1.1.0' })).rejects.toThrow(
    /is held at 1\.1\.0 since 2\S+ by token \S+, because: Totals are wrong\. To go back .*, such as 1\.0\.0\./,
  )
  expect((await kindsOf(remote)).map(([kind]) => kind)).toEqual([
    'rollback',
    'publish',
    'rollback',
    'publish',
    'publish',
    'publish',
  ])
})

it('records a chain of switches when publications and rollbacks are concurrent', async () => {
  const remote = await newRemoteWith('1.0.0', '1.1.0')
  const publications = ['2.0.0', '2.1.0', '2.2.0'].map((version) => publish(remote, { version }))
  await Promise.allSettled([...publications, rollBack(remote), rollBack(remote, { to: '1.0.0' })])
  const { items, live } = await listSwitches(portalOf(remote), remote.name)
  expect(live).toBe(await liveOf(remote))
  const [, ...chain] = items.toReversed()
  expect(chain.map(({ from }) => from)).toEqual(['1.0.0', ...chain.slice(0, -1).map(({ to }) => to)])
})

it('rolls back to any version, marks only the one that was live as bad, and can return', async () => {
  const remote = await newRemoteWith('1.0.0', '1.1.0', '1.2.0', '1.3.0')
  await rollBack(remote, { to: '1.1.0', reason: 'Totals are wrong' })
  const bad = async () =>
    (await listRemote(portalOf(remote), remote.name)).items.flatMap((item) =>
      item.bad ? [[item.version, item.bad.reason]] : [],
    )
  expect([await liveOf(remote), await bad()]).toEqual(['1.1.0', [['1.3.0', 'Totals are wrong']]])
  expect(await rollBack(remote, { to: '1.0.0' })).toMatchObject({ version: '1.0.0', previous: '1.1.0' })
  // Back to what was bad, on purpose: it is good again.
  await expect(rollBack(remote, { to: '1.3.0' })).rejects.toThrow('1.3.0 was rolled back at')
  expect(await rollBack(remote, { to: '1.3.0', again: true })).toMatchObject({ version: '1.3.0', previous: '1.0.0' })
  expect(await bad()).toEqual([
    ['1.1.0', null],
    ['1.0.0', null],
  ])
  await expect(rollBack(remote, { to: '9.0.0' })).rejects.toThrow('9.0.0 was never live.')
  // A version that a rollback only skipped is published as usual.
  expect(await publish(remote, { version: '1.2.0' })).toMatchObject({ version: '1.2.0', previous: '1.3.0' })
})

it('lists who switched a remote and why, and which version was live at a time', async () => {
  const remote = await newRemoteWith('1.0.0')
  const portal = portalOf(remote)
  const between = new Date((await listSwitches(portal, remote.name)).items[0]?.at ?? '')
  await waitFor(() => expect(Date.now()).toBeGreaterThan(between.getTime()))
  await publish(remote, { version: '1.1.0' })
  await rollBack(remote, { reason: 'It shows no totals' })
  await rollBackRemote(portal, remote.name, { to: null })
  const { items, live } = await listSwitches(portal, remote.name)
  expect(live).toBeNull()
  expect(items.map(({ kind, from, to, reason }) => [kind, from, to, reason])).toEqual([
    ['rollback', '1.0.0', null, null],
    ['rollback', '1.1.0', '1.0.0', 'It shows no totals'],
    ['publish', '1.0.0', '1.1.0', null],
    ['publish', null, '1.0.0', null],
  ])
  expect(await listSwitches(portal, remote.name, between)).toMatchObject({
    live: '1.0.0',
    items: [{ kind: 'publish' }],
  })
  expect((await listSwitches(portal, remote.name, new Date(0))).live).toBeNull()
  for (const sql of ["UPDATE remote_switches SET actor = 'x'", 'DELETE FROM remote_switches'])
    await expect(db.execute(sql)).rejects.toThrow('append-only')
})

it('records who announced a version, with commit, branch, message and size', async () => {
  const remote = await newRemote()
  await publish(remote, { source: { author: 'Ana', commit: 'abc1234', branch: 'main', message: 'Add totals' } })
  const { items } = await listRemote(portalOf(remote), remote.name)
  expect(items[0]).toMatchObject({ author: 'Ana', commit: 'abc1234', branch: 'main', message: 'Add totals' })
  expect((await listSwitches(portalOf(remote), remote.name)).items).toMatchObject([
    { kind: 'publish', author: 'Ana', message: 'Add totals' },
  ])
  expect([items[0]?.size, items[0]?.actor]).toEqual([expect.any(Number), expect.stringMatching(/^token /)])
  const wrong = JSON.stringify(buildOf(remote, filesOf('x'), { source: { commit: 'HEAD' } }))
  const refused = await problemOf(await remote.call('POST', '/versions', wrong))
  expect(refused.errors).toEqual([{ path: 'commit', message: 'A commit has 7 to 64 hexadecimal digits.' }])
})

it('keeps a version for a newer portal waiting, and refuses one for an older major version', async () => {
  const remote = await newRemoteWith('1.0.0')
  const waiting = await publish(remote, { version: '2.0.0', contract: '2.0.0' })
  expect(waiting).toMatchObject({ previous: '1.0.0', waits: 'contract 2' })
  await publish(remote, { version: '1.1.0' })
  expect(await liveOf(remote)).toBe('1.1.0')
  const { items } = await listRemote(portalOf(remote), remote.name)
  expect(items.flatMap(({ version, waits }) => (waits ? [[version, waits]] : []))).toEqual([['2.0.0', 'contract 2']])
  const other = await newRemote()
  await expect(publish(other, { routes: [`/${remote.name}`] })).rejects.toThrow(`belongs to ${remote.name}`)
  // A remote that has only waiting versions is not in the registry.
  await publish(other, { version: '1.1.0', sdk: '1.3.0' })
  expect(await liveOf(other)).toBeUndefined()
  await expect(publish(remote, { version: '0.9.0', contract: '0.9.0' })).rejects.toThrow('contract 0.9.0')
})

it('accepts switches without a body, which earlier commands send', async () => {
  const remote = await newRemoteWith('1.0.0', '1.1.0')
  const send = (path: string, init: RequestInit) =>
    fetch(new URL(`/api/remotes/${remote.name}${path}`, operatorUrl), {
      method: 'POST',
      ...init,
      headers: { authorization: `Bearer ${remote.token}`, 'content-type': 'application/octet-stream' },
    })
  expect((await send('/rollback', {})).status).toBe(200)
  expect((await send('/versions/1.0.0/live', {})).status).toBe(200)
  const refused = await send('/rollback', { body: '{"to":"1.0.0"}' })
  expect([refused.status, (await problemOf(refused)).code]).toEqual([415, 'unsupported_media_type'])
  expect(await liveOf(remote)).toBe('1.0.0')
})

it('says what has happened when commands switch versions', async () => {
  const remote = await newRemoteWith('1.0.0')
  await publish(remote, { version: '1.1.0', source: { author: 'Ana Lima', message: 'Add totals' } })
  const said = vi.spyOn(console, 'log').mockReturnValue()
  const run = async (command: string, given: Record<string, string | boolean> = {}) => {
    said.mockClear()
    await ACTIONS[command]?.run(remote.name, { url: portalUrl, token: remote.token, ...given }, [])
    return said.mock.calls.flat().join('\n')
  }
  expect(await run('history')).toMatch(
    /^\S+ is automatic\.\nTimes are in \S+\n\n[^]*live {2}“Add totals”\n {6}announced by .* · author Ana.* · 1\.1\.0$/m,
  )
  expect(await run('rollback', { reason: 'No totals' })).toMatch(
    /1\.0\.0 is live again and replaced 1\.1\.0\. It is held/,
  )
  const listed = await run('history')
  expect(listed).toMatch(/ is held since \d\d:\d\d by token \S+: No totals\nTimes are in/)
  expect(listed).toMatch(
    /\n bad {2}“Add totals”\n {6}Rolled back \d\d:\d\d by token \S+: No totals\n {6}announced by .* · author Ana.* · /,
  )
  expect(listed).toMatch(
    /\n\d\d:\d\d {2}Rolled back “Add totals” to 1\.0\.0\n {7}No totals\n {7}by token \S+ · author Ana.* · 1\.1\.0\n/,
  )
  const build = { ...portalOf(remote), dir: folderOf(remote, { version: '1.2.0' }) }
  await publishGradually(build, { percent: 5, reason: 'Try it' })
  expect(await run('history')).toMatch(
    /\ncanary {2}1\.2\.0\n {8}For 5% of people\. People .* it: 0, of firms: 0\n {8}No failures\n {8}Waits for/,
  )
  expect(await run('publish', { continue: true })).toContain('1.2.0 is for 25% of people now.')
  expect(await run('publish', { stop: true, reason: 'Enough' })).toContain('1.2.0 is for nobody any more.')
  await publishGradually({ ...build, dir: folderOf(remote, { version: '1.3.0' }) }, { percent: 5 })
  expect(await run('rollback')).toMatch(
    /^The canary 1\.3\.0 was rolled back; \S+ 1\.0\.0 stays live\. It is held until/,
  )
  await expect(run('publish', { stop: true, continue: true })).rejects.toThrow('Pass only one of')
  await expect(publishBuild(build, { expected: '1.1.0' })).rejects.toThrow(
    /1\.0\.0 is live now.*\nTo replace that version, pass --over <version>\./,
  )
  expect(await publishBuild(build, { expected: '1.0.0' })).toMatch(/is live and replaced 1\.0\.0\. Uploaded files: 0/)
  expect(await run('rollback', { to: 'none' })).toMatch(/1\.2\.0 was removed from the portal\. It is held until/)
  expect(await run('history', { at: '2020-01-01T00:00' })).toMatch(
    /^At Wed 1 Jan 2020 00:00, no version of \S+ was live\.\nTimes are in \S+\n\nNothing was published\.$/,
  )
  expect((await kindsOf(remote)).map(([kind]) => kind)).toEqual([
    'rollback',
    'publish',
    'rollback',
    'gradually',
    'stop',
    'gradually',
    'gradually',
    'rollback',
    'publish',
    'publish',
  ])
})
