import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Client, createClient } from '@libsql/client/http'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { previewRemote, publishRemote } from '../../../../tools/publish/publish.ts'
import { listRemote } from '../../../../tools/publish/registry-api.ts'
import { issueToken } from '../../../../tools/publish/credentials/remote-token.ts'
import { type Stack, startStack } from '../../../../tools/run/stack.ts'
import { good, refused } from '../../testing/accounts.ts'
import { type HoldingProxy, startHoldingProxy } from '../../testing/holding-proxy.ts'
import { unique } from '../../testing/portal.ts'
import { buildOf, filesOf, folderOf, type Publisher } from '../../testing/remotes.ts'

/**
 * Requests that change a version between the reads and the write of another request. A proxy holds the reads of a
 * portal of its own until the other change is committed.
 */

/** The statement that lists old versions of a remote, to remove those that nobody needs. */
const READ_OLD = /select (?:(?!max\().)*remote_versions.{1,5}created_at.{1,5} desc.*offset/
/** The statements that read which version is live. */
const READ_LIVE = /max\(.{1,40}live_at/

let data: string
let proxy: HoldingProxy
let stack: Stack
let db: Client

beforeAll(async () => {
  data = mkdtempSync(join(tmpdir(), 'portal-races-'))
  proxy = await startHoldingProxy()
  const shell = join(inject('bundle'), '../../shell')
  stack = await startStack({ data, port: 0, bundle: inject('bundle'), shell, vars: { LIBSQL_URL: proxy.url } })
  proxy.target = stack.sqld.url
  db = createClient({ url: stack.sqld.url })
})
afterAll(async () => {
  db.close()
  await stack.stop()
  proxy.close()
  rmSync(data, { recursive: true, force: true })
})

const portalOf = ({ token }: Publisher) => ({ url: stack.url, token })
const upload = (remote: Publisher, version: string) =>
  previewRemote({ ...portalOf(remote), dir: folderOf(remote, { version }) })
const publish = (remote: Publisher, version: string) =>
  publishRemote({ ...portalOf(remote), dir: folderOf(remote, { version }) })

/** Returns a remote with the live version 1.0.0, and 1.1.0 uploaded. */
async function twoVersions(): Promise<Publisher> {
  const name = unique('mf').toLowerCase()
  const token = await issueToken({ url: stack.sqld.url }, name)
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const call = (method: string, path: string, body?: string) =>
    fetch(new URL(`/api/remotes/${name}${path}`, stack.operatorUrl), { method, headers, ...(body && { body }) })
  const remote = { name, token, call }
  await publish(remote, '1.0.0')
  await upload(remote, '1.1.0')
  return remote
}

/** Runs a request, and another one between its reads and its write. */
async function interrupted<T>(reads: RegExp, request: () => Promise<T>, other: () => Promise<unknown>): Promise<T> {
  const held = proxy.hold(reads)
  const running = request()
  await held.arrived
  await other().finally(() => held.release())
  return running
}

type Use = (remote: Publisher) => Promise<unknown>
const startCanary = (remote: Publisher, percent = 10) =>
  good(remote.call('POST', '/canary', JSON.stringify({ version: '1.1.0', percent })))
const goLive: Use = (remote) => good(remote.call('POST', '/versions/1.1.0/live', '{}'))
const preview: Use = (remote) => good(remote.call('POST', '/versions/1.1.0/preview', '{}'))

it.each<[string, Use]>([
  ['a canary', startCanary],
  ['live', goLive],
  ['a preview', preview],
])('never removes a version that becomes %s while it is being chosen', async (_, use) => {
  const remote = await twoVersions()
  for (let i = 0; i < 20; i++) await upload(remote, `2.${i}.0`)
  const old = '2020-01-01T00:00:00.000Z'
  const sql = `UPDATE remote_versions SET created_at = ?, preview_until = ?, left_at = ?
    WHERE name = ? AND version IN ('1.1.0', '2.0.0')`
  await db.execute({ sql, args: [old, old, old, remote.name] })
  await interrupted(
    READ_OLD,
    () => good(remote.call('POST', '/versions/2.1.0/live', '{}')),
    () => (use === startCanary ? startCanary(remote) : use(remote)),
  )
  const left = async () => (await listRemote(portalOf(remote), remote.name)).items.map(({ version }) => version)
  await expect.poll(left).not.toContain('2.0.0')
  expect(await left()).toContain('1.1.0')
  const file = await fetch(new URL(`/remotes/${remote.name}/1.1.0/routes.1.js`, stack.url))
  expect(file.status).toBe(use === preview ? 404 : 200)
})

it.each<[string, Use]>([
  ['goes live', goLive],
  ['becomes a canary', startCanary],
])('refuses a version that is announced with other content while it %s', async (_, use) => {
  const remote = await twoVersions()
  const other = { ...filesOf('1.1.0'), 'more.js': 'export {}' }
  const build = JSON.stringify(buildOf(remote, other, { version: '1.1.0' }))
  const outcome = await interrupted(
    READ_LIVE,
    () => use(remote).then(String, String),
    () => good(remote.call('POST', '/versions', build)),
  )
  expect(outcome).toContain('1.1.0 was changed by someone else at the same time.')
  const { items } = await listRemote(portalOf(remote), remote.name)
  expect(items.map(({ version, live, live_at }) => [version, live, live_at !== null])).toEqual([
    ['1.1.0', false, false],
    ['1.0.0', true, true],
  ])
  await refused(remote.call('GET', '/canary'), 'not_found')
  // The new content goes live when it is complete.
  const incomplete = await refused(remote.call('POST', '/versions/1.1.0/live', '{}'), 'invalid_input')
  expect(incomplete.detail).toBe('Not uploaded yet: more.js.')
  const dir = folderOf(remote, { version: '1.1.0' }, other)
  expect(await publishRemote({ ...portalOf(remote), dir })).toMatchObject({ version: '1.1.0', sent: 1 })
})

/** Returns a remote with the live version 1.0.0, and 1.1.0 and 1.2.0 uploaded. */
async function threeVersions(): Promise<Publisher> {
  const remote = await twoVersions()
  await upload(remote, '1.2.0')
  return remote
}
const outcomeOf = (response: Promise<Response>): Promise<string> => good(response).then(String, String)

it('does not publish a version while another one becomes a canary, and the reverse', async () => {
  const first = await threeVersions()
  const asCanary = (remote: Publisher, version: string) =>
    remote.call('POST', '/canary', JSON.stringify({ version, percent: 10 }))
  const published = await interrupted(
    READ_LIVE,
    () => outcomeOf(first.call('POST', '/versions/1.1.0/live', '{}')),
    () => good(asCanary(first, '1.2.0')),
  )
  expect(published).toContain('1.2.0 is being published gradually')
  const second = await threeVersions()
  const started = await interrupted(
    READ_LIVE,
    () => outcomeOf(asCanary(second, '1.1.0')),
    () => good(second.call('POST', '/versions/1.2.0/live', '{}')),
  )
  expect(started).toContain('1.2.0 is live now.')
  await refused(second.call('GET', '/canary'), 'not_found')
})

const stopCanary = (remote: Publisher) => remote.call('POST', '/canary/stop', JSON.stringify({ version: '1.1.0' }))
const continueCanary = (remote: Publisher, percent: number) =>
  remote.call('POST', '/canary/continue', JSON.stringify({ version: '1.1.0', percent }))
const liveNow = async (remote: Publisher) =>
  (await listRemote(portalOf(remote), remote.name)).items.find(({ live }) => live)?.version

it.each([10, 50])('does not continue a canary that is stopped meanwhile, at %i percent', async (percent) => {
  const remote = await twoVersions()
  await startCanary(remote, percent)
  const continued = await interrupted(
    READ_LIVE,
    () => outcomeOf(continueCanary(remote, percent)),
    () => good(stopCanary(remote)),
  )
  expect(continued).toContain('stale')
  await refused(remote.call('GET', '/canary'), 'not_found')
  expect(await liveNow(remote)).toBe('1.0.0')
})

it('does not give a canary to everyone that was stopped and started again for fewer meanwhile', async () => {
  const remote = await twoVersions()
  await startCanary(remote, 50)
  const continued = await interrupted(
    READ_LIVE,
    () => outcomeOf(continueCanary(remote, 50)),
    async () => {
      await good(stopCanary(remote))
      await startCanary(remote, 5)
    },
  )
  expect([continued, await liveNow(remote)]).toEqual([expect.stringContaining('stale'), '1.0.0'])
})

it('stops a canary that takes its next step meanwhile', async () => {
  const remote = await twoVersions()
  await startCanary(remote, 5)
  await interrupted(
    READ_LIVE,
    () => good(stopCanary(remote)),
    () => good(continueCanary(remote, 5)),
  )
  await refused(remote.call('GET', '/canary'), 'not_found')
})

it('lets a canary wait that the portal cannot load any more, once', async () => {
  const remote = await twoVersions()
  await startCanary(remote, 50)
  // As after a rollback of the portal to an older contract.
  const sql = "UPDATE remote_versions SET contract = '99.0.0' WHERE name = ? AND version = '1.1.0'"
  await db.execute({ sql, args: [remote.name] })
  await good(continueCanary(remote, 50))
  await refused(continueCanary(remote, 50), 'stale')
  await refused(remote.call('GET', '/canary'), 'not_found')
  expect(await liveNow(remote)).toBe('1.0.0')
})
