import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { keepPage } from './keep-page.ts'
import { BEFORE, isPage, KEPT, openPage } from './page.ts'
import { FILE_CACHE, PAGE_CACHE } from '../offline/messages.ts'
import { MemoryCaches } from '../testing/memory-caches.ts'

let device: MemoryCaches
/** What the server has, by path. */
let served: Map<string, string>

const keptFiles = async () =>
  (await (await device.open(FILE_CACHE)).keys()).map(({ url }) => new URL(url).pathname).sort()
const keptPage = async () => (await (await device.open(PAGE_CACHE)).match(KEPT))?.text()

const manifest = {
  metaData: { remoteEntry: { path: '', name: 'entry.js' } },
  exposes: [{ assets: { js: { sync: ['routes.js'], async: ['form.js'] }, css: { sync: ['a.css'], async: [] } } }],
}
const manifestOf = (name: string, version: string) => `/remotes/${name}/${version}/mf-manifest.json`

/** Returns a page with a remote of each role. */
function html(shell: string, version: string): string {
  const remote = (name: string, role: string) => ({ name, version, entry: manifestOf(name, version), role })
  const registry = { shell, remotes: [remote('mf-client-portal', 'client'), remote('mf-clients', 'bookkeeper')] }
  const inline = `<script type="application/json" id="remotes">${JSON.stringify(registry)}</script>`
  return `<html><script defer src="/assets/main.${shell}.js"></script>${inline}</html>`
}

/** Opens the page of the server. */
async function open(): Promise<void> {
  const event = { waitUntil: () => undefined, resultingClientId: 'tab' }
  await openPage({ event, request: new Request('http://localhost/') })
}

/** Publishes a page with all its files, which is the latest that the browser has seen. */
async function publish(shell: string, portal: string): Promise<string> {
  const page = html(shell, portal)
  for (const path of [`/assets/main.${shell}.js`, `/assets/client.${shell}.js`]) served.set(path, path)
  served.set(
    `/assets/offline-${shell}.json`,
    JSON.stringify({ client: [`/assets/client.${shell}.js`], bookkeeper: [] }),
  )
  served.set(manifestOf('mf-client-portal', portal), JSON.stringify(manifest))
  for (const file of ['entry.js', 'routes.js', 'form.js', 'a.css'])
    served.set(`/remotes/mf-client-portal/${portal}/${file}`, file)
  served.set('/', page)
  await open()
  return page
}

beforeEach(() => {
  device = new MemoryCaches()
  served = new Map()
  vi.stubGlobal('caches', device)
  vi.stubGlobal('navigator', { locks: { request: (_name: string, run: () => unknown) => run() } })
  vi.stubGlobal('fetch', async (asked: string | Request) => {
    const path = new URL(asked instanceof Request ? asked.url : asked, 'http://localhost').pathname
    const text = served.get(path)
    const headers = { 'content-type': path === '/' ? 'text/html' : 'text/javascript' }
    return text === undefined ? new Response('', { status: 404 }) : new Response(text, { headers })
  })
})
afterEach(() => vi.unstubAllGlobals())

const filesOf = (shell: string, portal: string) => [
  `/assets/client.${shell}.js`,
  `/assets/main.${shell}.js`,
  `/assets/offline-${shell}.json`,
  ...['a.css', 'entry.js', 'form.js', 'mf-manifest.json', 'routes.js'].map(
    (file) => `/remotes/mf-client-portal/${portal}/${file}`,
  ),
]

it('keeps a page with the files of the shell and of the remotes of its role', async () => {
  const page = await publish('1', '1')
  await keepPage({ role: 'client', fresh: false })
  expect(await keptPage()).toBe(page)
  expect(await keptFiles()).toEqual(filesOf('1', '1').sort())
})

it('keeps the page before when one file of a new version cannot be loaded', async () => {
  const first = await publish('1', '1')
  await keepPage({ role: 'client', fresh: false })
  await publish('1', '2')
  served.delete('/remotes/mf-client-portal/2/form.js')
  await expect(keepPage({ role: 'client', fresh: false })).rejects.toThrow('/remotes/mf-client-portal/2/form.js: 404')
  expect(await keptPage()).toBe(first)
  expect(await keptFiles()).toEqual(expect.arrayContaining(filesOf('1', '1')))
})

it('keeps the files of the page before for open tabs, and removes older ones', async () => {
  for (const [shell, portal] of [
    ['1', '1'],
    ['2', '2'],
    ['2', '3'],
  ] as const) {
    await publish(shell, portal)
    await keepPage({ role: 'client', fresh: false })
  }
  expect(await keptFiles()).toEqual([...new Set([...filesOf('2', '2'), ...filesOf('2', '3')])].sort())
})

/** Puts the code of an attacker into everything that is kept, as a script of a remote can. */
async function poison(page: string): Promise<void> {
  const files = await device.open(FILE_CACHE)
  for (const { url } of await files.keys()) await files.put(new URL(url).pathname, new Response('evil'))
  const pages = await device.open(PAGE_CACHE)
  for (const key of [KEPT, BEFORE, '/latest']) await pages.put(key, new Response(page))
}
const textsOf = async (name: string): Promise<string[]> => {
  const cache = await device.open(name)
  return Promise.all((await cache.keys()).map(async ({ url }) => (await cache.match(url))?.text() ?? ''))
}

it('replaces everything that a script has put into its caches, when the page is kept', async () => {
  const page = await publish('1', '1')
  await keepPage({ role: 'client', fresh: false })
  const onDemand = '/remotes/mf-client-portal/1/scan.js'
  served.set(onDemand, 'scan')
  const files = await device.open(FILE_CACHE)
  for (const path of [onDemand, '/remotes/mf-client-portal/1/planted.js', '/assets/planted.js'])
    await files.put(path, new Response(''))
  // The same versions, so that nothing seems to be new.
  await poison(page.replace('<html>', '<html><script src="/assets/planted.js"></script>'))
  await open()
  await keepPage({ role: 'client', fresh: false })
  expect(await keptPage()).toBe(page)
  expect(await keptFiles()).toEqual([...filesOf('1', '1'), onDemand].sort())
  expect(await textsOf(FILE_CACHE)).not.toContain('evil')

  // Nonsense must not prevent that.
  await poison('no page')
  await open()
  await keepPage({ role: 'client', fresh: false })
  expect(await textsOf(PAGE_CACHE)).toEqual([page])
  expect(await textsOf(FILE_CACHE)).not.toContain('evil')
})

it('keeps nothing when the storage is full, because a script may have filled it', async () => {
  await publish('1', '1')
  await keepPage({ role: 'client', fresh: false })
  const files = await device.open(FILE_CACHE)
  files.room = 0
  await open()
  await expect(keepPage({ role: 'client', fresh: false })).rejects.toThrow('no room')
  expect(await device.keys()).toEqual([])
})

it('keeps neither files nor pages that are not for daily work', () => {
  const pages = ['/', '/client-dashboard', '/clients/7', '/start']
  const others = ['/remotes', '/remotes/preview', '/api/auth/oauth/google', '/dev/mailbox', '/icon.svg', '/docs']
  expect([...pages, ...others].filter((pathname) => isPage({ pathname }))).toEqual(pages)
})
