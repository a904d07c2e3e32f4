import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, inject, it, onTestFinished, vi } from 'vitest'
import { getCanary, stopCanary } from '../../../../tools/publish/canary-api.ts'
import { publishAll } from '../../../../tools/publish/publish-all.ts'
import { publishGradually, publishRemote } from '../../../../tools/publish/publish.ts'
import { listRemote, listSwitches, rollBackRemote } from '../../../../tools/publish/registry-api.ts'
import { publishBuild } from '../../../../tools/publish/actions/publish-build.ts'
import { portalOf } from '../../testing/canaries.ts'
import { newBookkeeper, portalUrl } from '../../testing/portal.ts'
import { folderOf, newRemote, publish, type Publisher, registryEntry } from '../../testing/remotes.ts'
import { change } from '../../testing/work.ts'

/** What a rollback leaves behind: held remotes and bad versions, and what leaves them alone. */

const liveOf = async (remote: Publisher) => (await registryEntry(remote.name))?.version
const rollBack = (remote: Publisher, how?: Parameters<typeof rollBackRemote>[2]) =>
  rollBackRemote(portalOf(remote), remote.name, how)
const stateOf = (remote: Publisher) => listRemote(portalOf(remote), remote.name)
const kindsOf = async (remote: Publisher) =>
  (await listSwitches(portalOf(remote), remote.name)).items.map(({ kind, from, to }) => [kind, from, to])
async function newRemoteWith(...versions: string[]): Promise<Publisher> {
  const remote = await newRemote()
  for (const version of versions) await publish(remote, { version })
  return remote
}
const gradually = (remote: Publisher, version: string, how: Parameters<typeof publishGradually>[1]) =>
  publishGradually({ ...portalOf(remote), dir: folderOf(remote, { version }) }, how)

afterEach(() => vi.restoreAllMocks())

it('publishes a version that was rolled back only on purpose, and says who rolled it back and why', async () => {
  const remote = await newRemoteWith('1.0.0', '1.1.0')
  await rollBack(remote, { reason: 'Totals are wrong' })
  const build = { ...portalOf(remote), dir: folderOf(remote, { version: '1.1.0' }) }
  const why = /1\.1\.0 was rolled back at 2\S+ by token \S+, because: Totals are wrong\./
  await expect(publishBuild(build, {})).rejects.toThrow(new RegExp(`${why.source}\nTo publish it .* pass --again\\.`))
  await expect(publishGradually(build, { percent: 5 })).rejects.toThrow(why)
  expect(await liveOf(remote)).toBe('1.0.0')
  expect(await publishBuild(build, { again: true })).toMatch(
    /1\.1\.0 is live and replaced 1\.0\.0\. .* This ended the hold since \d\d:\d\d by token \S+: Totals are wrong\./,
  )
  expect(await publishBuild(build, {})).toMatch(/1\.1\.0 is live\. Uploaded files: 0\.$/)
})

it('leaves a held remote, a bad version and a running canary alone when the portal starts', async () => {
  const remote = await newRemoteWith('1.0.0', '1.1.0')
  const work = mkdtempSync(join(tmpdir(), 'start-'))
  onTestFinished(() => rmSync(work, { recursive: true }))
  const said = vi.spyOn(console, 'log').mockReturnValue()
  const start = async (version: string) => {
    said.mockClear()
    cpSync(folderOf(remote, { version }), join(work, 'remotes', remote.name), { recursive: true })
    const stack = { url: portalUrl, sqld: { url: inject('databaseUrl') } }
    await publishAll(stack, work, [remote.name], join(work, 'remotes'))
    return said.mock.calls.flat()
  }
  const bad = expect.stringMatching(/1\.1\.0 was rolled back .* No totals\. It stays as it is\.$/)
  await rollBack(remote, { reason: 'No totals' })
  expect([await start('1.1.0'), await liveOf(remote)]).toEqual([[bad], '1.0.0'])
  expect(await start('1.2.0')).toEqual([
    expect.stringMatching(/ is held since 2\S+ by token \S+, because: No totals\./),
  ])
  // The live version is published anyway.
  expect(await start('1.0.0')).toEqual([])

  const hold = async () => (await listRemote(portalOf(remote), remote.name)).held
  expect(await hold()).toMatchObject({ reason: 'No totals' })
  // Publishing the live version ends the hold, but the other version stays bad.
  await publish(remote, { version: '1.0.0' })
  expect([await hold(), await start('1.1.0'), await liveOf(remote)]).toEqual([null, [bad], '1.0.0'])
  expect([await start('1.2.0'), await liveOf(remote)]).toEqual([[], '1.2.0'])

  await publishGradually({ ...portalOf(remote), dir: folderOf(remote, { version: '1.3.0' }) }, { percent: 5 })
  const canary = expect.stringMatching(/1\.3\.0 is for 5% of people now, started by token \S+\. It stays as it is\.$/)
  expect(await start('1.3.0')).toEqual([canary])
  expect(await start('1.4.0')).toEqual([canary])
  await expect(publish(remote, { version: '1.4.0' })).rejects.toThrow(/1\.3\.0 is being published gradually/)
  expect(await liveOf(remote)).toBe('1.2.0')
  // Publishing the canary itself gives it to everyone.
  expect(await publish(remote, { version: '1.3.0' })).toMatchObject({ version: '1.3.0', previous: '1.2.0' })
})

it('does not make a version live that was live before when it is published gradually after a rollback', async () => {
  const remote = await newRemoteWith('1.0.0', '1.1.0', '1.2.0')
  await rollBack(remote, { to: '1.0.0' })
  const build = (version: string) => ({ ...portalOf(remote), dir: folderOf(remote, { version }) })
  for (const [version, again] of [
    ['1.1.0', false],
    ['1.2.0', true],
  ] as const) {
    await publishGradually(build(version), { percent: 5, again })
    expect(await liveOf(remote)).toBe('1.0.0')
    await stopCanary(portalOf(remote), remote.name, { version })
    expect(await liveOf(remote)).toBe('1.0.0')
  }
  // Stopped, it is as bad as before.
  await expect(publishGradually(build('1.2.0'), { percent: 5 })).rejects.toThrow('1.2.0 was rolled back')
  expect((await listRemote(portalOf(remote), remote.name)).held).not.toBeNull()
})

it('rolls back a running canary, and not the live version beside it', async () => {
  const remote = await newRemoteWith('1.0.0', '1.1.0')
  const portal = portalOf(remote)
  await publishGradually({ ...portal, dir: folderOf(remote, { version: '1.2.0' }) }, { percent: 50 })
  const done = { version: '1.1.0', previous: '1.2.0' }
  expect(await rollBack(remote, { expected: '1.1.0', reason: 'It hangs' })).toMatchObject(done)
  const { items, held } = await listRemote(portal, remote.name)
  expect(items.map(({ version, live, bad }) => [version, live, bad?.reason])).toEqual([
    ['1.2.0', false, 'It hangs'],
    ['1.1.0', true, undefined],
    ['1.0.0', false, undefined],
  ])
  expect([held?.reason, await registryEntry(remote.name)]).toMatchObject(['It hangs', { leave: ['1.2.0'] }])
  // Also on a remote that is held already.
  await publishGradually({ ...portal, dir: folderOf(remote, { version: '1.3.0' }) }, { percent: 50 })
  expect(await rollBack(remote, { to: '1.1.0' })).toMatchObject({ version: '1.1.0', previous: '1.3.0' })
  expect((await registryEntry(remote.name)) ?? {}).not.toHaveProperty('watch')
})

it('holds even if the version to roll back to is published at the same time', async () => {
  for (let round = 0; round < 4; round++) {
    const remote = await newRemoteWith('1.0.0', '1.1.0')
    await Promise.allSettled([publish(remote, { version: '1.0.0' }), rollBack(remote, { to: '1.0.0', reason: 'x' })])
    const { held, items } = await listRemote(portalOf(remote), remote.name)
    const [last] = (await listSwitches(portalOf(remote), remote.name)).items
    // The last one decides; a rollback that is answered with success is never without effect.
    expect(held === null).toBe(last?.kind === 'publish')
    expect(items.find(({ live }) => live)?.version).toBe('1.0.0')
  }
})

it('refuses to publish gradually over what a colleague published, but not the live version again', async () => {
  const remote = await newRemoteWith('1.0.0')
  const build = { ...portalOf(remote), dir: folderOf(remote, { version: '1.2.0' }) }
  await publish(remote, { version: '1.1.0' })
  await expect(publishGradually(build, { percent: 5, expected: '1.0.0' })).rejects.toThrow('1.1.0 is live now.')
  const live = { ...portalOf(remote), dir: folderOf(remote, { version: '1.1.0' }) }
  expect(await publishGradually(live, { percent: 5, automatic: true })).toMatchObject({ percent: 100 })
  await publishGradually(build, { percent: 25 })
  // Publishing it again with a smaller share changes nothing.
  expect(await publishGradually(build, { percent: 5 })).toMatchObject({ percent: 25 })
})

it('holds the live version when it is the target of a rollback', async () => {
  const remote = await newRemoteWith('1.0.0')
  await rollBack(remote, { to: '1.0.0', reason: 'Audit week' })
  const { held, items } = await listRemote(portalOf(remote), remote.name)
  expect([held, items[0]]).toMatchObject([{ reason: 'Audit week' }, { live: true, bad: null }])
  expect(await kindsOf(remote)).toEqual([
    ['rollback', '1.0.0', '1.0.0'],
    ['publish', null, '1.0.0'],
  ])
})

it('asks open tabs to leave the versions after the target of a rollback, until one is published again', async () => {
  const remote = await newRemoteWith('1.0.0', '1.1.0', '1.2.0')
  await rollBack(remote, { leave: true })
  expect(await registryEntry(remote.name)).toMatchObject({ version: '1.1.0', leave: ['1.2.0'] })
  await rollBack(remote, { to: '1.0.0' })
  expect(await registryEntry(remote.name)).toMatchObject({ version: '1.0.0', leave: ['1.2.0'] })
  // Tabs can also be reloaded later. The hold stays as it is.
  const { held } = await listRemote(portalOf(remote), remote.name)
  await rollBack(remote, { to: '1.0.0', leave: true })
  expect(await registryEntry(remote.name)).toMatchObject({ version: '1.0.0', leave: ['1.1.0', '1.2.0'] })
  expect((await listRemote(portalOf(remote), remote.name)).held).toEqual(held)
  await publishRemote({ ...portalOf(remote), dir: folderOf(remote, { version: '1.1.0' }) }, { again: true })
  expect(await registryEntry(remote.name)).toMatchObject({ version: '1.1.0', leave: ['1.2.0'] })
})

it('adds firms and people to a running canary', async () => {
  const remote = await newRemoteWith('1.0.0')
  const [first, second] = [await newBookkeeper(), await newBookkeeper()]
  await gradually(remote, '1.1.0', { for: [first.email], percent: 5 })
  await gradually(remote, '1.1.0', { for: [second.email, second.firmId] })
  expect(await getCanary(portalOf(remote), remote.name)).toMatchObject({ percent: 5, people: 2, firms: 1 })
})

it('publishes a suspect canary to everyone only on purpose', async () => {
  const remote = await newRemoteWith('1.0.0')
  await gradually(remote, '1.1.0', { percent: 5 })
  await change('UPDATE remote_canaries SET suspected_at = ? WHERE name = ?', new Date().toISOString(), remote.name)
  await expect(publish(remote, { version: '1.1.0' })).rejects.toThrow('has failed for some of those who get it')
  const build = { ...portalOf(remote), dir: folderOf(remote, { version: '1.1.0' }) }
  expect(await publishRemote(build, { again: true })).toMatchObject({ version: '1.1.0', previous: '1.0.0' })
})

it('reloads open tabs after a rollback, and keeps the reason of a hold that is renewed', async () => {
  const remote = await newRemoteWith('1.0.0', '1.1.0')
  await rollBack(remote, { reason: 'No totals' })
  await rollBack(remote, { leave: true })
  expect(await registryEntry(remote.name)).toMatchObject({ version: '1.0.0', leave: ['1.1.0'] })
  expect((await stateOf(remote)).held?.reason).toBe('No totals')
  await rollBack(remote, { to: '1.0.0', expected: '1.0.0', reason: 'Audit week' })
  expect((await stateOf(remote)).held?.reason).toBe('Audit week')
})
