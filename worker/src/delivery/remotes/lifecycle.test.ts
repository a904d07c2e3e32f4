import { afterEach, expect, inject, it, vi } from 'vitest'
import { previewRemote, publishGradually, publishRemote } from '../../../../tools/publish/publish.ts'
import { listRemote, rollBackRemote } from '../../../../tools/publish/registry-api.ts'
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
  // What is live can always be held, and a canary beside it be rolled back.
  await damage(remote, '1.0.0', 'a.css', 'q{}')
  await publishGradually({ ...portalOf(remote), dir: folderOf(remote, { version: '1.3.0' }) }, { percent: 5 })
  expect(await rollBackRemote(portalOf(remote), remote.name)).toMatchObject({ version: '1.0.0', previous: '1.3.0' })
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
  const remove = () => rollBackRemote(portalOf(remote), remote.name, { to: null })
  await publish(remote)
  expect(await remove()).toEqual({ name: remote.name, version: null, previous: '1.0.0' })
  expect(await registryEntry(remote.name)).toBeUndefined()
  // A repetition has no effect.
  expect(await remove()).toEqual({ name: remote.name, version: null, previous: null })
  // Open tabs can still load its files.
  expect((await file(remote, '1.0.0', ENTRY)).status).toBe(200)
  await expect(publish(remote)).rejects.toThrow('1.0.0 was rolled back')
  const build = { ...portalOf(remote), dir: folderOf(remote) }
  const published = await publishRemote(build, { again: true })
  expect(published).toMatchObject({ version: '1.0.0', previous: null, sent: 0 })
  await remove()
  await expect(rollBackRemote(portalOf(remote), remote.name)).rejects.toThrow('is held at no version since')
  expect(await rollBackRemote(portalOf(remote), remote.name, { to: '1.0.0', again: true })).toMatchObject({
    previous: null,
  })
  expect(await registryEntry(remote.name)).toMatchObject({ version: '1.0.0' })
})

it('removes old versions that nobody needs after a publication, and resumes when it was interrupted', async () => {
  const remote = await newRemote()
  const [first, second, third, ...others] = Array.from({ length: 24 }, (_, i) => `1.${i}.0`) as [
    string,
    string,
    string,
    ...string[],
  ]
  for (const version of [first, second, third, ...others]) await publish(remote, { version })
  const [preview, ended] = ['0.1.0', '0.2.0']
  for (const version of [preview, ended])
    await previewRemote({ ...portalOf(remote), dir: folderOf(remote, { version }) })
  const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
  const set = (column: string, days: number, ...versions: string[]) => ({
    sql: `UPDATE remote_versions SET ${column} = ? WHERE name = ? AND version IN (SELECT value FROM json_each(?))`,
    args: [ago(days), remote.name, JSON.stringify(versions)],
  })
  await insert([
    set('created_at', 90, first, second, third, preview, ended),
    // Sessions can still use the third one.
    set('left_at', 31, first, second),
    set('left_at', 29, third),
    set('preview_until', 1, ended),
    // An earlier run was interrupted between marking and removing.
    set('removed_at', 1, first),
  ])
  expect((await file(remote, second, ENTRY)).status).toBe(200)
  await publish(remote, { version: '2.0.0' })
  const left = async () => {
    const sql = 'SELECT version FROM remote_versions WHERE name = ?'
    return (await db.execute({ sql, args: [remote.name] })).rows.map((row) => row['version'] as string)
  }
  await expect.poll(left).not.toContain(ended)
  expect(new Set(await left())).toEqual(new Set([...others, third, preview, '2.0.0']))
  const key = encodeURIComponent(`${remote.name}/${second}/${ENTRY}`)
  expect((await fetch(`${inject('buildsUrl')}/${key}`)).status).toBe(404)
  const { rows } = await db.execute({
    sql: "SELECT detail FROM audit_log WHERE subject_id = ? AND action = 'remote.pruned'",
    args: [remote.name],
  })
  expect(rows.map((row) => JSON.parse(row['detail'] as string) as unknown)).toMatchObject([
    { versions: expect.arrayContaining([first, second, ended]), by: 'portal' },
  ])
})

it('keeps ten replaced versions complete for the tabs that run them', async () => {
  const remote = await newRemote()
  const versions = Array.from({ length: 11 }, (_, i) => `1.${i}.0`)
  for (const version of versions) await publish(remote, { version })
  expect(await registryEntry(remote.name)).toMatchObject({ version: '1.10.0' })
  for (const version of versions)
    for (const [path, text] of Object.entries(filesOf(version))) {
      const served = await file(remote, version, path)
      expect([version, path, await served.text()]).toEqual([version, path, text])
    }
})
