import type { RemoteEntry } from '@portal/contract/remotes'
import { afterEach, expect, it, vi } from 'vitest'

/** Versions of the shared libraries, which the build defines. */
vi.hoisted(() => vi.stubGlobal('SHARED_VERSIONS', new Proxy({}, { get: () => '1.0.0' })))
const { createHost } = await import('./host.ts')

afterEach(() => void vi.restoreAllMocks())

const entryOf = (name: string, version = '1.0.0'): RemoteEntry => ({
  name,
  version,
  entry: `/remotes/${name}/${version}/mf-manifest.json`,
  routes: [`/${name}`],
  role: 'bookkeeper',
  nav: null,
  contract: '1.0.0',
  sdk: '1.0.0',
})

const noAssets = { js: { sync: [], async: [] }, css: { sync: [], async: [] } }
const manifestOf = (name: string) => ({
  id: name,
  name,
  metaData: {
    name,
    type: 'app',
    globalName: name,
    publicPath: 'auto',
    buildInfo: { buildVersion: '1.0.0', buildName: name },
    remoteEntry: { name: 'entry.js', path: '', type: 'global' },
  },
  shared: [],
  remotes: [],
  exposes: [{ id: `${name}:routes`, name: 'routes', path: './routes', assets: noAssets }],
})

/** The scripts that the page would load. Each is answered by `answer`, which returns whether it succeeds. */
function watchScripts(answer: (script: HTMLScriptElement) => boolean): HTMLScriptElement[] {
  const scripts: HTMLScriptElement[] = []
  vi.spyOn(document.head, 'appendChild').mockImplementation((node) => {
    if (node instanceof HTMLScriptElement) {
      scripts.push(node)
      queueMicrotask(() => node.dispatchEvent(new Event(answer(node) ? 'load' : 'error')))
    }
    return node
  })
  return scripts
}

const register = (name: string, module: object): void =>
  void Object.assign(globalThis, { [name]: { init: () => undefined, get: () => () => module } })

function start(...entries: RemoteEntry[]) {
  const manifests = Object.fromEntries(entries.map(({ name, entry }) => [entry, manifestOf(name)]))
  const integrity = Object.fromEntries(
    entries.map(({ name, version }) => [`/remotes/${name}/${version}/entry.js`, 'sha256-x']),
  )
  return createHost({ remotes: entries, manifests, integrity, flags: {}, targeted: false })
}

it('loads a module under integrity with the manifest of the page', async () => {
  const fetched = vi.spyOn(globalThis, 'fetch')
  const scripts = watchScripts(() => {
    register('mf-one', { createRoutes: 'one' })
    return true
  })
  expect(await start(entryOf('mf-one')).load(entryOf('mf-one'), 'routes')).toEqual({ createRoutes: 'one' })
  expect(scripts.map(({ src, integrity, crossOrigin }) => [new URL(src).pathname, integrity, crossOrigin])).toEqual([
    ['/remotes/mf-one/1.0.0/entry.js', 'sha256-x', 'anonymous'],
  ])
  expect(fetched).not.toHaveBeenCalled()
})

it('repeats a load that failed quickly once', async () => {
  let failures = 1
  const scripts = watchScripts(() => {
    if (failures-- > 0) return false
    register('mf-two', { createRoutes: 'two' })
    return true
  })
  const entry = entryOf('mf-two')
  const host = start(entry)
  expect(await host.load(entry, 'routes')).toEqual({ createRoutes: 'two' })
  expect(scripts).toHaveLength(2)

  failures = 3
  host.replace(entry)
  await expect(host.load(entry, 'routes')).rejects.toThrow('RUNTIME-008')
  expect(scripts).toHaveLength(4)
})

it('refuses a version that is incompatible with the shell', async () => {
  const scripts = watchScripts(() => true)
  const entry = { ...entryOf('mf-three'), refused: 'It needs sdk 2.' }
  await expect(start(entry).load(entry, 'routes')).rejects.toThrow('not compatible with this portal. It needs sdk 2.')
  expect(scripts).toEqual([])
})
