import { afterEach, expect, inject, it, vi } from 'vitest'
import { issueToken, listTokens, revokeToken } from '../../local/remote-token.ts'
import {
  listRemote,
  previewRemote,
  pruneRemote,
  publishRemote,
  removeRemote,
  rollBackRemote,
} from '../../local/publish.ts'
import { db, insert, portalUrl, problemOf } from '../testing/portal.ts'
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
} from '../testing/remotes.ts'

/** What a version goes through: on its way, looked at before it is live, live, left, removed; and what may happen to it meanwhile. */

const portalOf = (remote: Publisher) => ({ url: portalUrl, token: remote.token })
const file = (remote: Publisher, version: string, path: string, cookie = '') =>
  fetch(new URL(`/remotes/${remote.name}/${version}/${path}`, portalUrl), { headers: cookie ? { cookie } : {} })
const damage = (remote: Publisher, version: string, path: string, text: string) =>
  fetch(`${inject('buildsUrl')}/${encodeURIComponent(`${remote.name}/${version}/${path}`)}`, {
    method: 'PUT',
    body: text,
  })

/** Everything that the registry names is there, as announced: what a visitor gets is never half a version. */
async function expectWhole(remote: Publisher, version: string): Promise<void> {
  expect(await registryEntry(remote.name)).toMatchObject({ version })
  expect(await pageOf(`/${remote.name}`)).toContain(`/remotes/${remote.name}/${version}/${ENTRY}`)
  for (const [path, text] of Object.entries(filesOf(version))) {
    const served = await file(remote, version, path)
    expect([path, sha256(await served.text())]).toEqual([path, sha256(text)])
  }
}

afterEach(() => vi.unstubAllGlobals())

it('leaves the live version whole wherever the publisher is killed, and goes on from there', async () => {
  const remote = await newRemote()
  await publish(remote)
  const real = globalThis.fetch
  // One request announces, four send files, one switches. Killed before each of them; at last only the answer is lost.
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

it('keeps two teams apart that publish at once, and the same remote published twice at once', async () => {
  const [a, b] = [await newRemote(), await newRemote()]
  const published = await Promise.all([publish(a), publish(b), publish(a), publish(b, { version: '2.0.0' })])
  expect(published.map((p) => p.version)).toEqual(['1.0.0', '1.0.0', '1.0.0', '2.0.0'])
  await expectWhole(a, '1.0.0')
  const live = (await registryEntry(b.name))?.version ?? ''
  await expectWhole(b, live)
  const { items } = await listRemote(portalOf(b), b.name)
  expect(items.filter((v) => v.live).map((v) => v.version)).toEqual([live])
})

it('refuses to switch to a damaged file, and is repaired by publishing again', async () => {
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
    `Not stored as announced, so it was removed; publish again: ${ENTRY}.`,
  ])
})

it('believes no manifest but the announced one: a page does without it', async () => {
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

it('shows a preview to its holder alone, kept nowhere, until it is over', async () => {
  const remote = await newRemote()
  await publish(remote)
  const link = await previewRemote({ ...portalOf(remote), dir: folderOf(remote, { version: '1.1.0' }), hours: 2 })
  expect(await registryEntry(remote.name)).toMatchObject({ version: '1.0.0' })
  expect((await file(remote, '1.1.0', ENTRY)).status).toBe(404)

  const entered = await fetch(link.url, { redirect: 'manual' })
  const cookie = (entered.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
  expect([entered.status, entered.headers.get('location'), entered.headers.get('cache-control')]).toEqual([
    303,
    `/${remote.name}`,
    'no-store',
  ])
  expect(entered.headers.get('set-cookie')).toMatch(/; Max-Age=7\d\d\d;.*HttpOnly; Secure; SameSite=Lax/)

  const page = await fetch(new URL(`/${remote.name}`, portalUrl), { headers: { accept: 'text/html', cookie } })
  expect(page.headers.get('cache-control')).toBe('no-store')
  expect(page.headers.get('content-security-policy')).toContain("script-src 'self';")
  expect(await page.text()).toContain(`/remotes/${remote.name}/1.1.0/${ENTRY}`)
  const script = await file(remote, '1.1.0', ENTRY, cookie)
  expect([script.status, script.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
  const registry = await fetch(new URL('/api/remotes', portalUrl), { headers: { cookie } })
  const { remotes } = (await registry.json()) as { remotes: { name: string; version: string; preview?: true }[] }
  expect(remotes.find((r) => r.name === remote.name)).toMatchObject({ version: '1.1.0', preview: true })
  expect(await pageOf(`/${remote.name}`)).not.toContain(`/${remote.name}/1.1.0/`)

  // Another version, or a longer time, is not what was signed.
  for (const forged of [
    cookie.replace('1.1.0', '1.2.0'),
    cookie.replace(/~(\d+)~/, (_, at: string) => `~${Number(at) + 1}~`),
    `${cookie}x`,
  ]) {
    expect(await pageOf(`/${remote.name}`, forged)).not.toContain(`/${remote.name}/1.1.0/`)
    const token = forged.slice(forged.indexOf('=') + 1)
    expect((await fetch(new URL(`/remotes/preview?token=${token}`, portalUrl), { redirect: 'manual' })).status).toBe(
      410,
    )
  }
  const left = await fetch(new URL('/remotes/preview/end', portalUrl), { headers: { cookie }, redirect: 'manual' })
  expect([left.status, left.headers.get('location'), left.headers.get('set-cookie')]).toEqual([
    303,
    '/',
    expect.stringContaining('Max-Age=0'),
  ])

  // Once it is live it is a version like any other.
  await publish(remote, { version: '1.1.0' })
  await expectWhole(remote, '1.1.0')
  expect(await registryEntry(remote.name, cookie)).not.toHaveProperty('preview')
})

it('previews nothing that does not fit what runs, nor another remote’s pages', async () => {
  const [remote, other] = [await newRemote(), await newRemote()]
  await publish(other)
  const preview = (given: Parameters<typeof folderOf>[1]) =>
    previewRemote({ ...portalOf(remote), dir: folderOf(remote, given) })
  await expect(preview({ version: '1.0.1', sdk: '1.3.0' })).rejects.toThrow('sdk 1.3.0, but 1.2.0 is running')
  await expect(preview({ version: '1.0.2', routes: [`/${other.name}`] })).rejects.toThrow(`belongs to ${other.name}`)
})

it('keeps what an upgraded portal cannot run in the registry, with the reason, and loads nothing of it', async () => {
  const remote = await newRemote()
  await publish(remote)
  // As if the portal had moved on to another major since.
  await insert([{ sql: "UPDATE remote_versions SET contract = '0.9.0' WHERE name = ?", args: [remote.name] }])
  const reason = 'The build requires contract 0.9.0, but 1.2.0 is running.'
  expect(await registryEntry(remote.name)).toMatchObject({ version: '1.0.0', refused: reason })
  expect(await pageOf(`/${remote.name}`)).not.toContain(`href="/remotes/${remote.name}/`)
  expect((await listRemote(portalOf(remote), remote.name)).items[0]?.refused).toBe(reason)
  await publish(remote, { version: '2.0.0' })
  await expect(rollBackRemote(portalOf(remote), remote.name)).rejects.toThrow(reason)
})

it('removes a remote from the registry, and publishing brings it back', async () => {
  const remote = await newRemote()
  await publish(remote)
  expect(await removeRemote(portalOf(remote), remote.name)).toEqual({ name: remote.name, previous: '1.0.0' })
  expect(await registryEntry(remote.name)).toBeUndefined()
  await expect(removeRemote(portalOf(remote), remote.name)).rejects.toThrow('Not found')
  // Its pages are free for others meanwhile, and open tabs keep it.
  expect((await file(remote, '1.0.0', ENTRY)).status).toBe(200)
  expect(await publish(remote)).toMatchObject({ version: '1.0.0', previous: null, sent: 0 })
})

it('prunes what nobody can need, tells first, and goes on where it was interrupted', async () => {
  const remote = await newRemote()
  for (const version of ['1.0.0', '1.1.0', '1.2.0', '1.3.0', '1.4.0']) await publish(remote, { version })
  await previewRemote({ ...portalOf(remote), dir: folderOf(remote, { version: '2.0.0' }) })
  await previewRemote({ ...portalOf(remote), dir: folderOf(remote, { version: '2.1.0' }) })
  const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
  await insert([
    { sql: 'UPDATE remote_versions SET created_at = ? WHERE name = ?', args: [ago(90), remote.name] },
    // 1.2.0 was left while sessions that may still run it live; 2.1.0 is an unpublished one whose link is over.
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
    // An earlier run was killed between marking and removing.
    {
      sql: "UPDATE remote_versions SET removed_at = ? WHERE name = ? AND version = '1.0.0'",
      args: [ago(1), remote.name],
    },
  ])
  await damage(remote, '0.0.1', 'stray.js', 'left behind')
  const portal = portalOf(remote)
  const kept = (items: { version: string; kept: string | null }[]) =>
    Object.fromEntries(items.map((v) => [v.version, v.kept]))

  const told = await pruneRemote(portal, remote.name, { dry: true })
  expect([kept(told.items), told.strays]).toEqual([
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

it('makes, lists and revokes tokens, each on its own', async () => {
  const { name } = await newRemote()
  const store = { url: inject('databaseUrl') }
  const token = await issueToken(store, name, { label: 'ci' })
  const list = () =>
    fetch(new URL(`/api/remotes/${name}/versions`, portalUrl), { headers: { authorization: `Bearer ${token}` } })
  expect((await list()).status).toBe(200)
  const mine = (await listTokens(store, name)).find((t) => t.label === 'ci')
  expect(await revokeToken(store, 'mf-other', mine?.id ?? '')).toBe(false)
  expect(await revokeToken(store, name, mine?.id ?? '')).toBe(true)
  expect((await list()).status).toBe(401)
  expect((await listTokens(store, name)).map((t) => [t.label, t.revoked_at !== null])).toEqual([
    ['ci', true],
    [null, false],
  ])
})
