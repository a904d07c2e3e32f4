import { afterEach, expect, inject, it, vi } from 'vitest'
import { previewRemote, publishRemote } from '../../../local/publish.ts'
import { listRemote, pruneRemote, removeRemote, rollBackRemote } from '../../../local/registry-api.ts'
import { db, insert, portalUrl, problemOf } from '../../testing/portal.ts'
import {
  ENTRY,
  filesOf,
  folderOf,
  newRemote,
  pageOf,
  publish,
  type Publisher,
  registryEntry,
  sha256,
} from '../../testing/remotes.ts'

/** The life cycle of a version: publishing, preview, live, replaced, removed, and failures in between. */

const portalOf = (remote: Publisher) => ({ url: portalUrl, token: remote.token })
const file = (remote: Publisher, version: string, path: string, cookie = '') =>
  fetch(new URL(`/remotes/${remote.name}/${version}/${path}`, portalUrl), { headers: cookie ? { cookie } : {} })
const damage = (remote: Publisher, version: string, path: string, text: string) =>
  fetch(`${inject('buildsUrl')}/${encodeURIComponent(`${remote.name}/${version}/${path}`)}`, {
    method: 'PUT',
    body: text,
  })

/** Checks that the live version is completely available as announced. */
async function expectWhole(remote: Publisher, version: string): Promise<void> {
  expect(await registryEntry(remote.name)).toMatchObject({ version })
  expect(await pageOf(`/${remote.name}`)).toContain(`/remotes/${remote.name}/${version}/${ENTRY}`)
  for (const [path, text] of Object.entries(filesOf(version))) {
    const served = await file(remote, version, path)
    expect([path, sha256(await served.text())]).toEqual([path, sha256(text)])
  }
}

afterEach(() => vi.unstubAllGlobals())

it('keeps the live version complete when publishing is interrupted at any point, and can resume', async () => {
  const remote = await newRemote()
  await publish(remote)
  const real = globalThis.fetch
  // One request announces, four upload files, one switches. Each is interrupted; in the last run, only the
  // response is lost.
  for (let reach = 0; reach <= 6; reach++) {
    const version = `1.1.${reach}`
    const dir = folderOf(remote, { version })
    let asked = 0
    vi.stubGlobal('fetch', async (...args: Parameters<typeof fetch>) => {
      if (asked++ < reach) {
        const answer = await real(...args)
        if (asked < 6) return answer
      }
      throw new Error('killed')
    })
    await expect(publishRemote({ ...portalOf(remote), dir })).rejects.toThrow('killed')
    vi.unstubAllGlobals()
    await expectWhole(remote, reach < 6 ? '1.0.0' : version)
    if (reach < 6) expect((await file(remote, version, ENTRY)).status).toBe(404)
    else expect((await publishRemote({ ...portalOf(remote), dir })).sent).toBe(0)
  }
  expect((await publish(remote, { version: '1.1.3' })).sent).toBeLessThan(4)
  await expectWhole(remote, '1.1.3')
})

it('handles concurrent publishing of two remotes and of the same remote', async () => {
  const [a, b] = [await newRemote(), await newRemote()]
  const [same, again, ...different] = await Promise.allSettled([
    publish(a),
    publish(a),
    publish(b),
    publish(b, { version: '2.0.0' }),
  ])
  expect([same?.status, again?.status]).toEqual(['fulfilled', 'fulfilled'])
  // Of two versions at the same moment, one may be refused: its publisher had not seen the other.
  const refused = different.filter((outcome) => outcome.status === 'rejected')
  expect(refused.length).toBeLessThanOrEqual(1)
  for (const { reason } of refused) expect(String(reason)).toContain('is live now')
  await expectWhole(a, '1.0.0')
  const live = (await registryEntry(b.name))?.version ?? ''
  await expectWhole(b, live)
  const { items } = await listRemote(portalOf(b), b.name)
  expect(items.filter((v) => v.live).map((v) => v.version)).toEqual([live])
})

it('gives a page to one remote when two claim it at the same time', async () => {
  for (let round = 0; round < 3; round++) {
    const remotes = [await newRemote(), await newRemote()]
    const routes = [`/${remotes[0]?.name}`]
    for (const remote of remotes) await previewRemote({ ...portalOf(remote), dir: folderOf(remote, { routes }) })
    const answers = await Promise.all(remotes.map((remote) => remote.call('POST', '/versions/1.0.0/live', '{}')))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]))
  }
})

it('refuses to switch when a file is damaged, until it is published again', async () => {
  const remote = await newRemote()
  await publish(remote)
  await publish(remote, { version: '1.1.0' })
  await damage(remote, '1.0.0', 'a.css', 'q{}')
  await expect(rollBackRemote(portalOf(remote), remote.name)).rejects.toThrow('publish again: a.css')
  expect(await registryEntry(remote.name)).toMatchObject({ version: '1.1.0' })
  expect((await publish(remote)).sent).toBe(1)
  await expectWhole(remote, '1.0.0')

  await previewRemote({ ...portalOf(remote), dir: folderOf(remote, { version: '1.2.0' }) })
  await damage(remote, '1.2.0', ENTRY, 'alert(1)')
  const switched = await remote.call('POST', '/versions/1.2.0/live')
  expect([switched.status, (await problemOf(switched)).detail]).toEqual([
    400,
    `Damaged files were removed; publish again: ${ENTRY}.`,
  ])
})

it('ignores a manifest that differs from the announced one', async () => {
  const remote = await newRemote()
  await publish(remote)
  await damage(
    remote,
    '1.0.0',
    'mf-manifest.json',
    (filesOf('1.0.0')['mf-manifest.json'] ?? '').replaceAll('routes.1.js', 'evil.js'),
  )
  const html = await pageOf(`/${remote.name}`)
  expect(html).toContain(`"name":"${remote.name}"`)
  expect(html).not.toContain('evil.js')
  expect(html).not.toContain(`"/remotes/${remote.name}/1.0.0/mf-manifest.json":{`)
})

it('keeps an incompatible remote in the registry with the reason, without loading it', async () => {
  const remote = await newRemote()
  await publish(remote)
  // Simulates a portal with a newer major version.
  await insert([{ sql: "UPDATE remote_versions SET contract = '0.9.0' WHERE name = ?", args: [remote.name] }])
  const reason = 'The build requires contract 0.9.0, but 1.2.0 is running.'
  expect(await registryEntry(remote.name)).toMatchObject({ version: '1.0.0', refused: reason })
  expect(await pageOf(`/${remote.name}`)).not.toContain(`href="/remotes/${remote.name}/`)
  expect((await listRemote(portalOf(remote), remote.name)).items[0]?.refused).toBe(reason)
  await publish(remote, { version: '2.0.0' })
  await expect(rollBackRemote(portalOf(remote), remote.name)).rejects.toThrow('No earlier version is in service.')
  await expect(rollBackRemote(portalOf(remote), remote.name, { to: '1.0.0' })).rejects.toThrow(reason)
})

it('removes a remote from the registry until it is published again', async () => {
  const remote = await newRemote()
  await publish(remote)
  expect(await removeRemote(portalOf(remote), remote.name)).toEqual({ name: remote.name, previous: '1.0.0' })
  expect(await registryEntry(remote.name)).toBeUndefined()
  await expect(removeRemote(portalOf(remote), remote.name)).rejects.toThrow('Not found')
  // Open tabs can still load its files.
  expect((await file(remote, '1.0.0', ENTRY)).status).toBe(200)
  expect(await publish(remote)).toMatchObject({ version: '1.0.0', previous: null, sent: 0 })
  await removeRemote(portalOf(remote), remote.name)
  await expect(rollBackRemote(portalOf(remote), remote.name)).rejects.toThrow('No earlier version is in service.')
  expect(await rollBackRemote(portalOf(remote), remote.name, { to: '1.0.0' })).toMatchObject({ previous: null })
  expect(await registryEntry(remote.name)).toMatchObject({ version: '1.0.0' })
})

it('lists and prunes unneeded versions, and resumes when it was interrupted', async () => {
  const remote = await newRemote()
  for (const version of ['1.0.0', '1.1.0', '1.2.0', '1.3.0', '1.4.0']) await publish(remote, { version })
  await previewRemote({ ...portalOf(remote), dir: folderOf(remote, { version: '2.0.0' }) })
  await previewRemote({ ...portalOf(remote), dir: folderOf(remote, { version: '2.1.0' }) })
  const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
  await insert([
    { sql: 'UPDATE remote_versions SET created_at = ? WHERE name = ?', args: [ago(90), remote.name] },
    // Sessions can still use 1.2.0; 2.1.0 was never published and its preview has ended.
    {
      sql: "UPDATE remote_versions SET left_at = ? WHERE name = ? AND version IN ('1.0.0', '1.1.0')",
      args: [ago(31), remote.name],
    },
    {
      sql: "UPDATE remote_versions SET left_at = ? WHERE name = ? AND version = '1.2.0'",
      args: [ago(29), remote.name],
    },
    {
      sql: "UPDATE remote_versions SET preview_until = ? WHERE name = ? AND version = '2.1.0'",
      args: [ago(1), remote.name],
    },
    // An earlier run was interrupted between marking and removing.
    {
      sql: "UPDATE remote_versions SET removed_at = ? WHERE name = ? AND version = '1.0.0'",
      args: [ago(1), remote.name],
    },
  ])
  await damage(remote, '0.0.1', 'stray.js', 'left behind')
  const portal = portalOf(remote)
  const kept = (items: { version: string; kept: string | null }[]) =>
    Object.fromEntries(items.map((v) => [v.version, v.kept]))

  const listed = await pruneRemote(portal, remote.name, { dry: true })
  expect([kept(listed.items), listed.strays]).toEqual([
    {
      '1.0.0': null,
      '1.1.0': null,
      '1.2.0': 'open tabs',
      '1.3.0': 'rollback',
      '1.4.0': 'live',
      '2.0.0': 'preview',
      '2.1.0': null,
    },
    1,
  ])
  expect(kept((await pruneRemote(portal, remote.name, { days: 365, dry: true })).items)).toMatchObject({
    '1.1.0': 'recent',
  })
  expect((await file(remote, '1.1.0', ENTRY)).status).toBe(200)

  await pruneRemote(portal, remote.name, { dry: false })
  const after = await pruneRemote(portal, remote.name, { dry: true })
  expect([Object.keys(kept(after.items)).sort(), after.strays]).toEqual([['1.2.0', '1.3.0', '1.4.0', '2.0.0'], 0])
  const { rows } = await db.execute({
    sql: 'SELECT count(*) AS n FROM remote_versions WHERE name = ?',
    args: [remote.name],
  })
  expect(rows[0]?.['n']).toBe(4)
  expect((await fetch(`${inject('buildsUrl')}/${encodeURIComponent(`${remote.name}/1.1.0/${ENTRY}`)}`)).status).toBe(
    404,
  )
  expect((await rollBackRemote(portal, remote.name)).version).toBe('1.3.0')
})

it('keeps ten replaced versions complete for the tabs that run them, also when versions are pruned', async () => {
  const remote = await newRemote()
  const versions = Array.from({ length: 11 }, (_, i) => `1.${i}.0`)
  for (const version of versions) await publish(remote, { version })
  await pruneRemote(portalOf(remote), remote.name, { days: 0, dry: false })
  expect(await registryEntry(remote.name)).toMatchObject({ version: '1.10.0' })
  for (const version of versions)
    for (const [path, text] of Object.entries(filesOf(version))) {
      const served = await file(remote, version, path)
      expect([version, path, await served.text()]).toEqual([version, path, text])
    }
})
