import { expect, it } from 'vitest'
import { previewRemote } from '../../../../tools/publish/publish.ts'
import { listRemote, rollBackRemote } from '../../../../tools/publish/registry-api.ts'
import { db, insert, operatorUrl, portalUrl, problemOf } from '../../testing/portal.ts'
import {
  buildOf,
  ENTRY,
  filesOf,
  folderOf,
  type BuildOptions,
  integrityOf,
  newRemote,
  pageOf,
  publish,
  registryEntry,
  sha256,
} from '../../testing/remotes.ts'

it('serves files, registers the version and preloads it in pages when a build is published', async () => {
  const remote = await newRemote()
  expect(await publish(remote)).toMatchObject({ name: remote.name, version: '1.0.0', previous: null, sent: 4 })

  expect(await registryEntry(remote.name)).toMatchObject({
    version: '1.0.0',
    entry: `/remotes/${remote.name}/1.0.0/mf-manifest.json`,
  })
  const script = await fetch(new URL(`/remotes/${remote.name}/1.0.0/${ENTRY}`, portalUrl))
  expect(await script.text()).toBe('/* 1.0.0 */')
  expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  expect(script.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(script.headers.get('x-content-type-options')).toBe('nosniff')

  const html = await pageOf(`/${remote.name}/some/where`)
  const integrity = integrityOf('/* 1.0.0 */')
  const preload = (as: string, file: string, hash: string): string =>
    `<link rel="preload" as="${as}" href="/remotes/${remote.name}/1.0.0/${file}" fetchpriority="low" ` +
    `integrity="${hash}" crossorigin="anonymous">`
  expect(html).toContain(preload('script', ENTRY, integrity))
  expect(html).toContain(preload('style', 'a.css', integrityOf('p{}')))
  expect(html).toContain('<link rel="preload" as="script" href="/assets/federation.js" fetchpriority="low">')
  const inline = /<script type="application\/json" id="remotes">(.*?)<\/script>/.exec(html)?.[1] ?? ''
  const data = JSON.parse(inline) as {
    remotes: { name: string }[]
    manifests: Record<string, { shared: unknown[] }>
    integrity: Record<string, string>
  }
  expect(data.remotes.map((r) => r.name)).toContain(remote.name)
  expect(data.manifests[`/remotes/${remote.name}/1.0.0/mf-manifest.json`]?.shared).toEqual([])
  expect(data.integrity[`/remotes/${remote.name}/1.0.0/${ENTRY}`]).toBe(integrity)
  expect(await pageOf('/chat')).toContain('<link rel="preload" as="script" href="/assets/chat.js" fetchpriority="low">')
  expect(await pageOf('/nothing')).not.toContain('rel="preload"')
})

it('answers conditional requests with 304 and missing files with an uncached 404', async () => {
  const remote = await newRemote()
  await publish(remote)
  const url = new URL(`/remotes/${remote.name}/1.0.0/${ENTRY}`, portalUrl)
  const etag = (await fetch(url)).headers.get('etag') ?? ''
  expect((await fetch(url, { headers: { 'if-none-match': etag } })).status).toBe(304)
  expect((await fetch(url, { method: 'HEAD' })).status).toBe(200)
  for (const path of ['1.0.0/none.js', '2.0.0/remoteEntry.1.js', '1.0.0/%2e%2e/x', '1.0.0/']) {
    const missing = await fetch(new URL(`/remotes/${remote.name}/${path}`, portalUrl))
    expect([path, missing.status, missing.headers.get('cache-control')]).toEqual([path, 404, 'no-store'])
  }
})

it('uploads only missing files, and changes nothing when the same build is published again', async () => {
  const remote = await newRemote()
  const files = filesOf('again')
  const announce = await remote.call('POST', '/versions', JSON.stringify(buildOf(remote, files)))
  expect(((await announce.json()) as { missing: string[] }).missing.sort()).toEqual(Object.keys(files).sort())
  const put = await remote.call('PUT', '/versions/1.0.0/files/a.css', files['a.css'])
  expect(put.status).toBe(200)
  const live = await remote.call('POST', '/versions/1.0.0/live')
  expect([live.status, (await problemOf(live)).detail]).toEqual([400, expect.stringContaining('Not uploaded yet')])
  expect(await registryEntry(remote.name)).toBeUndefined()

  expect((await publish(remote, {}, files)).sent).toBe(3)
  expect((await publish(remote, {}, files)).sent).toBe(0)
})

it('refuses to change a version or its files', async () => {
  const remote = await newRemote()
  await publish(remote)
  await expect(publish(remote, {}, filesOf('other'))).rejects.toThrow('Versions never change')
  const wrong = await remote.call('PUT', `/versions/1.0.0/files/${ENTRY}`, '/* 9.9.9 */')
  expect([wrong.status, (await problemOf(wrong)).code]).toEqual([400, 'invalid_input'])
  expect(await (await fetch(new URL(`/remotes/${remote.name}/1.0.0/${ENTRY}`, portalUrl))).text()).toBe('/* 1.0.0 */')
})

it('refuses a file when it was not announced or differs from the announced one', async () => {
  const remote = await newRemote()
  await remote.call('POST', '/versions', JSON.stringify(buildOf(remote, filesOf('1.0.0'))))
  expect((await remote.call('PUT', '/versions/1.0.0/files/other.js', 'x')).status).toBe(404)
  expect((await remote.call('PUT', '/versions/2.0.0/files/a.css', 'p{}')).status).toBe(404)
  const short = await remote.call('PUT', '/versions/1.0.0/files/a.css', 'p')
  expect((await problemOf(short)).detail).toBe('a.css has 3 bytes, not 1.')
  const other = await remote.call('PUT', '/versions/1.0.0/files/a.css', 'q{}')
  expect((await problemOf(other)).detail).toBe('The content of a.css differs from the announced one.')
  const escape = JSON.stringify({
    ...buildOf(remote, filesOf('x')),
    files: [{ path: '../x.js', sha256: sha256(''), size: 0 }],
  })
  const announced = await remote.call('POST', '/versions', escape)
  expect([announced.status, (await problemOf(announced)).errors?.[0]?.path]).toEqual([400, 'files.0.path'])
})

it('refuses to preview a build or make it live when the shell cannot load it', async () => {
  const remote = await newRemote()
  const files = filesOf('1.0.0')
  const manifest = files['mf-manifest.json'] ?? ''
  const refused = 'The build does not expose ./routes.'
  const broken = { ...files, 'mf-manifest.json': manifest.replaceAll('routes', 'pages').replace('pages.1.js', ENTRY) }
  await expect(publish(remote, {}, broken)).rejects.toThrow(refused)
  const preview = await remote.call('POST', '/versions/1.0.0/preview', JSON.stringify({ hours: 1 }))
  expect([preview.status, (await problemOf(preview)).detail]).toEqual([409, refused])
  const { 'mf-manifest.json': _, ...without } = files
  await expect(publish(remote, { version: '1.1.0' }, without)).rejects.toThrow('The build has no mf-manifest.json.')
  expect(await registryEntry(remote.name)).toBeUndefined()
})

it('rolls back to the previous live version, but not to one that was rolled back', async () => {
  const remote = await newRemote()
  for (const version of ['1.0.0', '1.1.0', '1.2.0']) await publish(remote, { version })
  const portal = { url: portalUrl, token: remote.token }
  expect(await rollBackRemote(portal, remote.name)).toEqual({ name: remote.name, version: '1.1.0', previous: '1.2.0' })
  expect(await pageOf(`/${remote.name}`)).toContain(`/remotes/${remote.name}/1.1.0/${ENTRY}`)
  await publish(remote, { version: '1.3.0' })
  expect((await rollBackRemote(portal, remote.name)).version).toBe('1.1.0')
  expect((await listRemote(portal, remote.name)).previous).toBe('1.0.0')
  expect((await rollBackRemote(portal, remote.name, { to: '1.0.0' })).version).toBe('1.0.0')
  await publish(remote, { version: '1.0.0' })
  await expect(rollBackRemote(portal, remote.name)).rejects.toThrow('No earlier version is in service.')
  const { items } = await listRemote(portal, remote.name)
  expect(items.map((v) => [v.version, v.live])).toEqual([
    ['1.3.0', false],
    ['1.2.0', false],
    ['1.1.0', false],
    ['1.0.0', true],
  ])
  // Replaced versions are still served for open tabs.
  expect((await fetch(new URL(`/remotes/${remote.name}/1.2.0/${ENTRY}`, portalUrl))).status).toBe(200)
})

it('refuses to switch when a build is incompatible', async () => {
  const remote = await newRemote()
  await publish(remote)
  const cases: [BuildOptions, string][] = [
    [{ version: '2.0.1', contract: '0.3.0' }, 'contract 0.3.0, but 1.2.0 is running'],
    [{ version: '2.0.2', contract: '2.0.0', sdk: '0.9.0' }, 'contract 2.0.0, but 1.2.0 is running'],
    [{ version: '2.0.4', sdk: '0.9.0' }, 'sdk 0.9.0, but 1.2.0 is running'],
    [{ version: '2.0.3', routes: ['/dashboard'] }, '/dashboard belongs to the shell'],
  ]
  for (const [given, reason] of cases) await expect(publish(remote, given)).rejects.toThrow(reason)
  const other = await newRemote()
  await expect(publish(other, { routes: [`/${remote.name}`] })).rejects.toThrow(`belongs to ${remote.name}`)
  expect(await registryEntry(remote.name)).toMatchObject({ version: '1.0.0' })
  expect((await publish(remote, { version: '1.1.0', contract: '1.0.9', sdk: '1.2.7' })).version).toBe('1.1.0')
})

it('keeps the version of a build when only the minor versions of contract and sdk differ', async () => {
  const remote = await newRemote()
  await publish(remote, { contract: '1.0.0', sdk: '1.1.0' })
  expect((await publish(remote, { contract: '1.2.0', sdk: '1.2.0' })).sent).toBe(0)
  expect(await registryEntry(remote.name)).toMatchObject({ contract: '1.0.0', sdk: '1.1.0' })
  await expect(publish(remote, { contract: '2.0.0' })).rejects.toThrow('Versions never change.')
})

it('refuses to publish without a valid token of the remote', async () => {
  const [mine, foreign] = [await newRemote(), await newRemote()]
  const requests: [string, string][] = [
    ['GET', '/versions'],
    ['POST', '/versions'],
    ['PUT', '/versions/1.0.0/files/a.css'],
    ['POST', '/versions/1.0.0/live'],
    ['POST', '/rollback'],
    ['POST', '/canary'],
    ['POST', '/canary/continue'],
    ['POST', '/canary/stop'],
    ['GET', '/switches'],
  ]
  for (const [method, path] of requests) {
    for (const authorization of ['', 'Bearer x', `Bearer ${foreign.token}`, `Basic ${mine.token}`]) {
      const response = await fetch(new URL(`/api/remotes/${mine.name}${path}`, operatorUrl), {
        method,
        headers: authorization ? { authorization } : {},
      })
      expect([method, path, authorization, response.status]).toEqual([method, path, authorization, 401])
    }
  }
  const now = new Date().toISOString()
  const set = async (expires: string, revoked: string | null) => {
    const sql = 'UPDATE remote_tokens SET expires_at = ?, revoked_at = ? WHERE name = ?'
    await insert([{ sql, args: [expires, revoked, mine.name] }])
    return (await mine.call('GET', '/versions')).status
  }
  const later = new Date(Date.now() + 60_000).toISOString()
  expect([await set(later, null), await set(now, null), await set(later, now)]).toEqual([200, 401, 401])
})

it('refuses to change the live version when the token allows only previews', async () => {
  const remote = await newRemote()
  await publish(remote)
  await publish(remote, { version: '1.1.0' })
  const preview = await newRemote(remote.name, 'preview')
  const attempts: [string, string][] = [
    ['POST', '/rollback'],
    ['POST', '/versions/1.0.0/live'],
    ['POST', '/canary'],
    ['POST', '/canary/continue'],
    ['POST', '/canary/stop'],
  ]
  for (const [method, path] of attempts)
    expect([method, path, (await preview.call(method, path, '{}')).status]).toEqual([method, path, 403])
  const link = await previewRemote({
    url: portalUrl,
    token: preview.token,
    dir: folderOf(remote, { version: '1.2.0' }),
  })
  expect(link.version).toBe('1.2.0')
  expect(await registryEntry(remote.name)).toMatchObject({ version: '1.1.0' })
})

it('records in the audit log which token switched versions', async () => {
  const remote = await newRemote()
  const portal = { url: portalUrl, token: remote.token }
  await publish(remote)
  await publish(remote, { version: '1.1.0' })
  await rollBackRemote(portal, remote.name)
  await rollBackRemote(portal, remote.name, { to: null })
  const { rows } = await db.execute({
    sql: `SELECT action, detail, actor_role, actor_id,
          actor_id IN (SELECT id FROM remote_tokens WHERE name = subject_id) AS own
          FROM audit_log WHERE firm_id = 'portal' AND subject_id = ? AND actor_role = 'team' ORDER BY seq`,
    args: [remote.name],
  })
  const entries = rows as unknown as {
    action: string
    detail: string
    actor_role: string
    actor_id: string
    own: number
  }[]
  const by = `token ${entries[0]?.actor_id}`
  expect(entries.map((e) => [e.action, JSON.parse(e.detail), e.actor_role, e.own])).toEqual([
    ['remote.live', { from: null, to: '1.0.0', by }, 'team', 1],
    ['remote.live', { from: '1.0.0', to: '1.1.0', by }, 'team', 1],
    ['remote.rolled_back', { from: '1.1.0', to: '1.0.0', by }, 'team', 1],
    ['remote.rolled_back', { from: '1.0.0', to: null, by }, 'team', 1],
  ])
})
