import { get, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import type { Portal } from '../../../../tools/publish/portal-api.ts'
import { previewRemote } from '../../../../tools/publish/publish.ts'
import { rollBackRemote } from '../../../../tools/publish/registry-api.ts'
import { cookieOf } from '../../testing/accounts.ts'
import { operatorUrl, portalUrl } from '../../testing/portal.ts'
import {
  confirmLink,
  ENTRY,
  folderOf,
  newRemote,
  pageOf,
  publish,
  type Publisher,
  registryEntry,
} from '../../testing/remotes.ts'

/** Previews: who sees them, how they start and end, and what they leave in the browser. */

/** Value of Clear-Site-Data. */
const FORGET = '"storage"'
const END = new URL('/remotes/preview/end', portalUrl)

/** Opens a page, like a browser: `fetch` says that a script asks. */
async function openPage(cookie: string): Promise<Response> {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    get(portalUrl, { headers: { accept: 'text/html', 'sec-fetch-mode': 'navigate', cookie } }, resolve).on(
      'error',
      reject,
    )
  })
  const headers = Object.entries(answer.headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  )
  return new Response(await text(answer), { headers })
}

const portalOf = (remote: Publisher): Portal => ({ url: portalUrl, token: remote.token })
const file = (remote: Publisher, version: string, path: string, cookie = '') =>
  fetch(new URL(`/remotes/${remote.name}/${version}/${path}`, portalUrl), { headers: { cookie } })

it('shows a preview only to the holder of its link, without caching, until it ends', async () => {
  const [remote, other] = [await newRemote(), await newRemote()]
  for (const each of [remote, other]) await publish(each)
  const upload = (each: Publisher) =>
    previewRemote({ ...portalOf(each), dir: folderOf(each, { version: '1.1.0' }), hours: 2 })
  const link = await upload(remote)
  expect(await registryEntry(remote.name)).toMatchObject({ version: '1.0.0' })
  expect((await file(remote, '1.1.0', ENTRY)).status).toBe(404)

  const asked = await fetch(link.url, { redirect: 'manual' })
  expect([asked.status, asked.headers.get('set-cookie')]).toEqual([200, null])
  expect(await asked.text()).toContain(`<strong>${remote.name}</strong> 1.1.0, until `)
  // Code of a remote has the origin of the portal.
  for (const origin of [portalUrl, 'null', 'https://evil.example'])
    expect((await confirmLink(link.url, { origin })).status).toBe(403)
  const entered = await confirmLink(link.url)
  const cookie = (entered.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
  expect([entered.status, entered.headers.get('location'), entered.headers.get('cache-control')]).toEqual([
    303,
    `/${remote.name}`,
    'no-store',
  ])
  // Two hours and 30 days.
  expect(entered.headers.get('set-cookie')).toMatch(/; Max-Age=2599\d\d\d;.*HttpOnly; Secure; SameSite=Lax/)

  const page = await fetch(new URL(`/${remote.name}`, portalUrl), { headers: { accept: 'text/html', cookie } })
  expect(page.headers.get('cache-control')).toBe('no-store')
  expect(page.headers.get('content-security-policy')).toContain("script-src 'self';")
  expect(await page.text()).toContain(`/remotes/${remote.name}/1.1.0/${ENTRY}`)
  const script = await file(remote, '1.1.0', ENTRY, cookie)
  expect([script.status, script.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
  const registry = await fetch(new URL('/api/remotes', portalUrl), { headers: { cookie } })
  expect(registry.headers.get('cache-control')).toBe('no-store')
  const { remotes } = (await registry.json()) as { remotes: { name: string; version: string; preview?: true }[] }
  expect(remotes.find((r) => r.name === remote.name)).toMatchObject({ version: '1.1.0', preview: true })
  expect(await pageOf(`/${remote.name}`)).not.toContain(`/${remote.name}/1.1.0/`)

  const foreign = cookieOf(await confirmLink((await upload(other)).url))
  expect((await file(remote, '1.1.0', ENTRY, foreign)).status).toBe(404)

  // Tokens with another remote, version, start or end are invalid, and so is one for a server on a developer's machine.
  for (const forged of [
    foreign.replaceAll(other.name, remote.name),
    cookie.replace('1.1.0', '1.2.0'),
    cookie.replace(/~(\d+)~/, (_, at: string) => `~${Number(at) + 1}~`),
    cookie.replace(/~(\d+)~(\d+)~/, (_, start: string, end: string) => `~${start}~${Number(end) + 1}~`),
    cookie.replace(/(~[^~]+)$/, `~${btoa(JSON.stringify({ origin: 'https://evil.example', routes: ['/x'] }))}$1`),
    `${cookie}x`,
  ]) {
    expect(await pageOf(`/${remote.name}`, forged)).not.toContain(`/${remote.name}/1.1.0/`)
    const token = forged.slice(forged.indexOf('=') + 1)
    const path = `/remotes/preview?token=${token}`
    for (const refused of [await fetch(new URL(path, operatorUrl)), await confirmLink(path)])
      expect(refused.status).toBe(410)
  }
  // Once live, it is a version like any other.
  await publish(remote, { version: '1.1.0' })
  expect((await file(remote, '1.1.0', ENTRY)).status).toBe(200)
  expect(await registryEntry(remote.name, cookie)).not.toHaveProperty('preview')
})

it.each([
  ['the remote is rolled back', (portal: Portal, name: string) => rollBackRemote(portal, name, { leave: true })],
  ['the remote is removed', (portal: Portal, name: string) => rollBackRemote(portal, name, { to: null })],
])('ends previews, and removes what they have stored, when %s', async (_, change) => {
  const remote = await newRemote()
  await publish(remote)
  await publish(remote, { version: '1.1.0' })
  const dir = folderOf(remote, { version: '1.2.0' })
  const link = await previewRemote({ ...portalOf(remote), dir })
  const cookie = cookieOf(await confirmLink(link.url))
  expect((await openPage(cookie)).headers.get('clear-site-data')).toBeNull()
  await change(portalOf(remote), remote.name)
  const page = await openPage(cookie)
  expect(page.headers.get('clear-site-data')).toBe(FORGET)
  expect(page.headers.getSetCookie().join()).toContain(`remote_preview_${remote.name}=; Max-Age=0`)
  expect(await page.text()).toContain('The preview has ended')
  expect(await registryEntry(remote.name, cookie)).not.toMatchObject({ version: '1.2.0' })
  expect((await file(remote, '1.2.0', ENTRY, cookie)).status).toBe(404)
  expect((await confirmLink(link.url)).status).toBe(410)
  // A later link starts a preview again, but only with its own question.
  const again = await previewRemote({ ...portalOf(remote), dir })
  expect(await registryEntry(remote.name, cookie)).not.toMatchObject({ version: '1.2.0' })
  expect((await confirmLink(again.url)).status).toBe(303)
})

it('removes what a preview has stored when its holder leaves, after a question', async () => {
  const remote = await newRemote()
  await publish(remote)
  const { url } = await previewRemote({ ...portalOf(remote), dir: folderOf(remote, { version: '1.1.0' }) })
  const begun = await confirmLink(url)
  const [cookie = ''] = begun.headers.get('set-cookie')?.split(';') ?? []
  const end = (method: string, headers: Record<string, string> = { cookie }) =>
    fetch(END, { method, headers, redirect: 'manual' })
  const asked = await end('GET')
  expect(await asked.text()).toMatch(/sign you out of the portal and delete text and\s+files that were not sent/)
  expect((await end('POST', { cookie, 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  // Without a preview, there are answers of a client to lose.
  for (const kept of [asked, await end('GET', {}), await end('POST', {})])
    expect([kept.headers.get('clear-site-data'), kept.headers.getSetCookie()]).toEqual([null, []])
  const left = await end('POST')
  expect([left.status, left.headers.get('location'), left.headers.get('clear-site-data')]).toEqual([303, '/', FORGET])
  expect(left.headers.getSetCookie().map((each) => each.replace(/;.*Path=/, ' '))).toEqual([
    expect.stringContaining(`remote_preview_${remote.name}= /;`),
    expect.stringContaining('portal_refresh= /api/auth;'),
    expect.stringContaining('portal_cohort= /;'),
  ])
})

it('removes what a preview has stored with the first page after its time is over', async () => {
  const remote = await newRemote()
  await publish(remote)
  const { url } = await previewRemote({ ...portalOf(remote), dir: folderOf(remote, { version: '1.1.0' }) })
  const begun = await confirmLink(url)
  const [current = ''] = begun.headers.get('set-cookie')?.split(';') ?? []
  for (const over of ['remote_preview_mf-x=mf-x~1.0.0~1700000000~x', 'remote_preview_local_mf-x=x~y']) {
    const page = await openPage(`${over}; ${current}`)
    const headers = ['clear-site-data', 'cache-control'].map((name) => page.headers.get(name))
    expect(headers).toEqual([FORGET, 'no-store'])
    const cookies = page.headers.getSetCookie().join()
    expect(cookies).toContain(`${over.split('=')[0]}=; Max-Age=0;`)
    expect(cookies).not.toContain(remote.name)
  }
  // A script must not use it up.
  const headers = { cookie: 'remote_preview_mf-x=mf-x~1.0.0~1~2~x', accept: 'text/html' }
  expect((await fetch(portalUrl, { headers })).headers.has('clear-site-data')).toBe(false)
  for (const cookie of [current, '', 'other=1'])
    expect((await openPage(cookie)).headers.has('clear-site-data')).toBe(false)
})

it('refuses a preview when it is incompatible or claims pages of another remote', async () => {
  const [remote, other] = [await newRemote(), await newRemote()]
  await publish(other)
  const preview = (given: Parameters<typeof folderOf>[1]) =>
    previewRemote({ ...portalOf(remote), dir: folderOf(remote, given) })
  await expect(preview({ version: '1.0.1', sdk: '1.3.0' })).rejects.toThrow('sdk 1.3.0, but 1.2.0 is running')
  await expect(preview({ version: '1.0.2', routes: [`/${other.name}`] })).rejects.toThrow(`belongs to ${other.name}`)
  await expect(preview({ version: '1.0.3', routes: ['/client-auth'] })).rejects.toThrow('belongs to the shell')
})
