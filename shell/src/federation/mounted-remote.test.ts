import type { RemoteEntry } from '@portal/contract/remotes'
import { type AnyRouter, createRootRoute, createRoute } from '@tanstack/react-router'
import { serve } from '@portal/kit/testing/serve'
import { holdUnsaved, toastInfo } from '@portal/sdk'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { noteOutcome } from '../vitals/outcomes.ts'
import { MountedRemote } from './mounted-remote.ts'
import { compare, fallBack, retry } from './switch-version.ts'

vi.mock('../vitals/outcomes.ts', () => ({ noteOutcome: vi.fn(), noteOutcomeOfShown: vi.fn() }))
vi.mock('@portal/sdk', async (original) => ({ ...(await original<object>()), toastInfo: vi.fn() }))

beforeEach(() => vi.stubGlobal('SHELL_RUNS', { contract: '1.0.0', sdk: '1.0.0' }))
afterEach(() => {
  vi.restoreAllMocks()
  vi.clearAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
  sessionStorage.clear()
})

const entry: RemoteEntry = {
  name: 'mf-clients',
  version: '1.0.0',
  entry: '/remotes/mf-clients/1.0.0/mf-manifest.json',
  routes: ['/clients'],
  role: 'bookkeeper',
  nav: null,
  contract: '1.0.0',
  sdk: '1.0.0',
}
const { version, entry: manifest, contract, sdk } = entry
const fallback = { version, entry: manifest, contract, sdk, replaceable: true }
/** The entry of a person who gets a canary. */
const canary: RemoteEntry = {
  ...entry,
  version: '1.1.0',
  entry: '/remotes/mf-clients/1.1.0/mf-manifest.json',
  replaceable: true,
  watch: true,
  fallback,
}
const live: RemoteEntry = { ...entry, replaceable: true, watch: true }

const routes = { createRoutes: () => [] }
/** Loads what `modules` has for the version that the loader uses. */
function loaderOf(modules: Record<string, unknown> = {}, first = entry.version) {
  let used = first
  return {
    load: vi.fn(async () => modules[used] ?? Promise.reject(new Error('offline'))),
    replace: vi.fn((next: RemoteEntry) => void (used = next.version)),
    refresh: vi.fn<() => Promise<void>>().mockResolvedValue(),
    isInUse: () => true,
    waitFor: () => undefined,
  }
}

/** Mounts a canary. `modules` has its module and that of the live version, if they can be loaded. */
function mountCanary(modules: Record<string, unknown>, mounted = canary) {
  const loader = loaderOf(modules, mounted.version)
  const invalidate = vi.fn(async () => undefined)
  const router = { invalidate, setRoutes: vi.fn(), buildRouteTree: vi.fn() } as unknown as AnyRouter
  const remote = new MountedRemote(mounted, { loader, router })
  const route = createRootRoute()
  const placeholder = (path: string) => createRoute({ getParentRoute: () => route, path })
  remote.mounts.push({ route, index: placeholder('/'), splat: placeholder('$') })
  vi.spyOn(console, 'error').mockReturnValue()
  return { remote, loader, invalidate }
}

it.each([
  ['loads the remote again when its build is replaceable', true, 1, 0],
  ['loads the page when the build of the remote is not replaceable', false, 0, 1],
])('%s', async (_title, replaceable, replaced, reloaded) => {
  const shown = { ...entry, replaceable }
  serve({ 'GET /api/remotes': () => ({ remotes: [shown] }) })
  const reload = vi.spyOn(location, 'reload').mockReturnValue()
  const loader = loaderOf()
  const remote = new MountedRemote(shown, { loader, router: undefined })
  await expect(remote.load()).rejects.toThrow('offline')
  await retry(remote)
  // Before the page is loaded, the cache must not contain the damaged files any more.
  expect(loader.refresh).toHaveBeenCalledTimes(reloaded)
  expect([loader.replace.mock.calls.length, reload.mock.calls.length]).toEqual([replaced, reloaded])
})

it('tries again by itself when another version goes live after a failed load', async () => {
  const invalidate = vi.fn(async () => undefined)
  const router = { invalidate } as unknown as AnyRouter
  const remote = new MountedRemote({ ...entry, replaceable: true }, { loader: loaderOf(), router })
  await remote.adopt({ ...entry, replaceable: true, version: '1.1.0' })
  expect(invalidate).not.toHaveBeenCalled()
  await expect(remote.load()).rejects.toThrow('offline')
  await remote.adopt({ ...entry, replaceable: true, version: '1.2.0' })
  expect(invalidate).toHaveBeenCalledTimes(1)
})

it.each([
  ['cannot be loaded', undefined, []],
  ['exports no createRoutes', {}, [[canary, 'failed_load']]],
  [
    'throws in createRoutes',
    {
      createRoutes: () => {
        throw new Error('broken')
      },
    },
    [[canary, 'failed_load']],
  ],
])('loads the live version instead when a canary %s', async (_title, broken, noted) => {
  const { remote, invalidate } = mountCanary({ '1.0.0': routes, '1.1.0': broken })
  await remote.load()
  expect([remote.isReady, remote.entry]).toEqual([true, live])
  // The loader reports its own failures.
  expect(vi.mocked(noteOutcome).mock.calls).toEqual(noted)
  // The page that is being opened waits for the routes.
  expect(invalidate).not.toHaveBeenCalled()
})

it('switches to the live version once when a page of a canary throws, and says so if a dialog was open', async () => {
  const { remote, invalidate } = mountCanary({ '1.0.0': routes, '1.1.0': routes })
  await remote.load()
  expect(remote.entry).toBe(canary)
  const how = { hasThrown: true, mayReload: true, hadDialog: true }
  expect(await Promise.all([remote.fallBack(how), remote.fallBack(how)])).toEqual([true, true])
  expect(remote.entry).toEqual(live)
  expect(noteOutcome).toHaveBeenCalledWith(canary, 'render_error')
  expect(invalidate).toHaveBeenCalledTimes(1)
  expect(toastInfo).toHaveBeenCalledExactlyOnceWith('The dialog was closed', expect.any(String))
  expect(await remote.fallBack(how)).toBe(false)
  // Also while the registry does not know of the failure, this tab does not return to the canary.
  const registry = { remotes: [canary], manifests: {}, integrity: {}, flags: {}, targeted: false }
  expect(await compare([remote], undefined, registry)).toEqual([])
})

it('switches to the live version also when a second canary throws in the same tab', async () => {
  const second = { ...canary, version: '1.2.0', entry: '/remotes/mf-clients/1.2.0/mf-manifest.json' }
  const { remote } = mountCanary({ '1.0.0': routes, '1.1.0': routes, '1.2.0': routes })
  await remote.load()
  const how = { hasThrown: true, mayReload: true }
  expect(await remote.fallBack(how)).toBe(true)
  remote.take(second)
  expect(await remote.fallBack(how)).toBe(true)
  expect(remote.entry.version).toBe('1.0.0')
  // When the canary that failed has become live, it is a version like any other.
  const registry = {
    remotes: [{ ...live, version: '1.2.0' }],
    manifests: {},
    integrity: {},
    flags: {},
    targeted: false,
  }
  expect(await compare([remote], undefined, registry)).toMatchObject([{ entry: { version: '1.2.0' } }])
})

it('shows the error, and tries no version twice, when the live version cannot be loaded either', async () => {
  const { remote, loader } = mountCanary({})
  await expect(remote.load()).rejects.toThrow('offline')
  expect(loader.replace.mock.calls.map(([{ version: used }]) => used)).toEqual(['1.0.0', '1.1.0'])
  expect(remote.entry).toBe(canary)
  expect(await remote.fallBack({ mayReload: true })).toBe(false)
  expect(loader.load).toHaveBeenCalledTimes(2)
})

it('loads the live version on Retry when neither the canary nor the live version could be loaded', async () => {
  const modules: Record<string, unknown> = {}
  const { remote, loader, invalidate } = mountCanary(modules)
  await expect(remote.load()).rejects.toThrow('offline')
  expect(invalidate).not.toHaveBeenCalled()
  // The registry knows of the failure.
  serve({ 'GET /api/remotes': () => ({ remotes: [live] }) })
  const reload = vi.spyOn(location, 'reload').mockReturnValue()
  Object.assign(modules, { '1.0.0': routes, '1.1.0': routes })
  await retry(remote)
  expect([invalidate.mock.calls.length, reload.mock.calls.length]).toEqual([1, 0])
  // The router loads the page again.
  await remote.load()
  expect([remote.isReady, remote.entry.version, loader.load.mock.calls.length]).toEqual([true, '1.0.0', 3])
})

it.each([
  ['a live version that this tab cannot run', { ...canary, fallback: { ...fallback, sdk: '2.0.0' } }],
  ['no canary', live],
])('leaves the error when there is %s', async (_title, mounted) => {
  const { remote, loader } = mountCanary({}, mounted)
  await expect(remote.load()).rejects.toThrow('offline')
  expect(loader.replace).not.toHaveBeenCalled()
})

it('loads the page once when a build cannot be replaced and the registry knows of the failure', async () => {
  vi.useFakeTimers()
  const reload = vi.spyOn(location, 'reload').mockReturnValue()
  const { replaceable: _, ...foreign } = canary
  let known = [foreign]
  serve({ 'GET /api/remotes': () => ({ remotes: known }) })
  const failing = () => {
    const { remote } = mountCanary({}, foreign)
    const outcome = vi.fn()
    void fallBack(remote, { mayReload: true }).then(outcome)
    return { remote, outcome }
  }
  const { remote, outcome } = failing()
  // A page that is only hovered must not be loaded. One of the versions is enough that cannot be replaced.
  const { replaceable: __, ...foreignLive } = fallback
  for (const each of [foreign, { ...canary, fallback: foreignLive }])
    expect(await fallBack(mountCanary({ '1.0.0': routes }, each).remote, {})).toBe(false)
  await vi.advanceTimersByTimeAsync(1000)
  expect([reload.mock.calls.length, outcome.mock.calls.length, remote.failed?.version]).toEqual([0, 0, '1.1.0'])

  const release = holdUnsaved({ discard: () => undefined })
  const busy = failing()
  await vi.advanceTimersByTimeAsync(1000)
  expect(busy.outcome).toHaveBeenCalledWith(false)
  release()

  const waiting = failing()
  known = [{ ...foreign, version: '1.0.0' }]
  await vi.advanceTimersByTimeAsync(1000)
  expect([reload.mock.calls.length, waiting.outcome.mock.calls.length]).toEqual([1, 0])
  const again = failing()
  await vi.advanceTimersByTimeAsync(1000)
  expect([reload.mock.calls.length, again.outcome.mock.calls[0]]).toEqual([1, [false]])
})
