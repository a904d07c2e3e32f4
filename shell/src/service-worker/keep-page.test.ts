import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { FILE_CACHE } from './files.ts'
import { keepPage } from './keep-page.ts'
import { isPage, KEPT, LATEST } from './page.ts'
import { PAGE_CACHE } from '../offline/messages.ts'
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
  await (await device.open(PAGE_CACHE)).put(LATEST, new Response(page))
  return page
}

beforeEach(() => {
  device = new MemoryCaches()
  served = new Map()
  vi.stubGlobal('caches', device)
  vi.stubGlobal('navigator', { locks: { request: (_name: string, run: () => unknown) => run() } })
  vi.stubGlobal('fetch', async (path: string) => {
    const text = served.get(path)
    return text === undefined ? new Response('', { status: 404 }) : new Response(text)
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

it('keeps neither files nor pages that are not for daily work', () => {
  const pages = ['/', '/client-dashboard', '/clients/7', '/start']
  const others = ['/remotes', '/remotes/preview', '/api/auth/oauth/google', '/dev/mailbox', '/icon.svg', '/docs']
  expect([...pages, ...others].filter((pathname) => isPage({ pathname }))).toEqual(pages)
})
