import { expect, it } from 'vitest'
import { previewRemote } from '../../../../tools/publish/publish.ts'
import { previewLocalRemote } from '../../../../tools/publish/registry-api.ts'
import { good } from '../../testing/accounts.ts'
import { portalUrl } from '../../testing/portal.ts'
import {
  confirmLink,
  folderOf,
  newRemote,
  pageOf,
  publish,
  type Publisher,
  registryEntry,
} from '../../testing/remotes.ts'

/** Tests remotes that one browser loads from its own machine. */

const ORIGIN = 'http://localhost:3000'

const localOf = ({ name }: Publisher) => ({
  origin: ORIGIN,
  routes: [`/${name}`],
  role: 'bookkeeper' as const,
  nav: { label: 'Local', icon: 'users', order: 1 },
})
const linkTo = (remote: Publisher, given = {}) =>
  previewLocalRemote({ url: portalUrl, token: remote.token }, remote.name, { ...localOf(remote), ...given })
const cookieOf = (response: Response): string => response.headers.get('set-cookie')?.split(';')[0] ?? ''
const policyOf = async (path: string, cookie = ''): Promise<string> => {
  const page = await fetch(new URL(path, portalUrl), { headers: { accept: 'text/html', cookie } })
  return page.headers.get('content-security-policy') ?? ''
}

it('serves the remote from the machine of the browser that opens the link, and of no other', async () => {
  const remote = await newRemote(undefined, 'preview')
  await publish(await newRemote())
  const { url, expires_at } = await linkTo(remote, { hours: 2 })
  expect(Date.parse(expires_at) - Date.now()).toBeLessThanOrEqual(2 * 3_600_000)
  const asked = await fetch(url, { redirect: 'manual' })
  expect([asked.status, asked.headers.get('set-cookie')]).toEqual([200, null])
  expect(await asked.text()).toContain(`<strong>${remote.name}</strong> from ${ORIGIN}, until `)
  const opened = await confirmLink(url)
  expect([opened.status, opened.headers.get('location')]).toEqual([303, `/${remote.name}`])
  const cookie = cookieOf(opened)
  const entry = { version: '0.0.0-local', entry: `${ORIGIN}/mf-manifest.json`, preview: true }
  expect(await registryEntry(remote.name, cookie)).toMatchObject(entry)
  expect(await pageOf(`/${remote.name}`, cookie)).toContain(`${ORIGIN}/mf-manifest.json`)
  expect(await policyOf(`/${remote.name}`, cookie)).toContain(`script-src 'self' ${ORIGIN};`)
  expect(await registryEntry(remote.name)).toBeUndefined()
  expect(await policyOf('/')).not.toContain(ORIGIN)
})

it('replaces the live version until the developer leaves the preview', async () => {
  const remote = await newRemote()
  await publish(remote)
  const cookie = cookieOf(await confirmLink((await linkTo(remote)).url))
  expect(await registryEntry(remote.name, cookie)).toMatchObject({ version: '0.0.0-local' })
  expect(await registryEntry(remote.name)).toMatchObject({ version: '1.0.0' })
  // A version of the remote takes its place, in the same cookie.
  const uploaded = await previewRemote({
    url: portalUrl,
    token: remote.token,
    dir: folderOf(remote, { version: '1.1.0' }),
  })
  expect(cookieOf(await confirmLink(uploaded.url)).split('=')[0]).toBe(cookie.split('=')[0])
  const end = new URL('/remotes/preview/end', portalUrl)
  const left = await fetch(end, { method: 'POST', headers: { cookie }, redirect: 'manual' })
  expect(left.headers.get('clear-site-data')).toBe('"storage"')
  expect(left.headers.get('set-cookie')).toMatch(new RegExp(`^${cookie.split('=')[0]}=; Max-Age=0;`))
})

it('refuses servers that are not on the machine of the browser', async () => {
  const remote = await newRemote()
  for (const origin of [
    'https://evil.example:443',
    'http://localhost:3000/x',
    'http://localhost.evil.example:80',
    'http://localhost:80@evil.example',
    'http://localhost:1; script-src *',
  ])
    await expect(linkTo(remote, { origin })).rejects.toThrow('The server must be on this machine')
})

it('refuses pages of the shell and of other remotes', async () => {
  const [remote, other] = [await newRemote(), await newRemote()]
  await publish(other)
  for (const page of ['/dashboard', '/remotes', '/api', '/assets', '/dev', '/client-auth'])
    await expect(linkTo(remote, { routes: [page] })).rejects.toThrow(`${page} belongs to the shell.`)
  for (const path of ['/', '//evil.example', '/a/b', '/../api', '/%61pi', '/a?b'])
    await expect(linkTo(remote, { routes: [path] })).rejects.toThrow('Routes does not have the right format.')
  await expect(linkTo(remote, { routes: [`/${other.name}`] })).rejects.toThrow(`belongs to ${other.name}.`)
})

it('ignores forged and changed links', async () => {
  const remote = await newRemote()
  const { url } = await linkTo(remote)
  const parts = new URL(url).searchParams.get('token')?.split('~') ?? []
  const [signature = '', server = ''] = [parts.at(-1), parts.at(-2)]
  const changed = Buffer.from(server, 'base64url').toString().replace('localhost:3000', 'localhost:9999')
  const unsigned = parts.slice(0, -1)
  const other = [...parts.slice(0, -2), Buffer.from(changed).toString('base64url'), signature]
  const forged = [unsigned, other, parts.toSpliced(-2, 1), parts.toSpliced(-1, 0, server), [...unsigned, '']]
  for (const token of ['', 'x~y', ...forged.map((each) => each.join('~'))]) {
    const refused = await confirmLink(`/remotes/preview?token=${encodeURIComponent(token)}`)
    expect([refused.status, refused.headers.get('set-cookie')]).toEqual([410, null])
    expect(await registryEntry(remote.name, `remote_preview_${remote.name}=${token}`)).toBeUndefined()
  }
  expect(
    await registryEntry(remote.name, `remote_preview_${remote.name}=${[...unsigned, signature].join('~')}`),
  ).toBeDefined()
})

it('ends with all previews of the remote', async () => {
  const remote = await newRemote()
  await publish(remote)
  const { url } = await linkTo(remote)
  const cookie = cookieOf(await confirmLink(url))
  await good(remote.call('POST', '/rollback', JSON.stringify({ to: '1.0.0', leave: true, reason: 'It fails' })))
  expect([(await confirmLink(url)).status, (await registryEntry(remote.name, cookie))?.version]).toEqual([410, '1.0.0'])
  const later = cookieOf(await confirmLink((await linkTo(remote)).url))
  expect(await registryEntry(remote.name, later)).toMatchObject({ version: '0.0.0-local' })
})

it('is marked as a preview, also when a version of the same name is live', async () => {
  const remote = await newRemote()
  await publish(remote, { version: '0.0.0-local' })
  const cookie = cookieOf(await confirmLink((await linkTo(remote)).url))
  const local = { entry: `${ORIGIN}/mf-manifest.json`, preview: true }
  expect(await registryEntry(remote.name, cookie)).toMatchObject(local)
})

it('gives no link that would be too long to open', async () => {
  const remote = await newRemote()
  const pages = (count: number) => Array.from({ length: count }, (_, i) => `/${remote.name}-page-${i}`)
  expect((await confirmLink((await linkTo(remote, { routes: pages(20) })).url)).status).toBe(303)
  await expect(linkTo(remote, { routes: pages(100) })).rejects.toThrow('too many pages for a link')
})
