import type { RemoteEntry } from '@portal/contract/remotes'
import type { AnyRouter } from '@tanstack/react-router'
import { serve } from '@portal/kit/testing/serve'
import { afterEach, expect, it, vi } from 'vitest'
import { MountedRemote } from './mounted-remote.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
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

const failingLoader = () => ({
  load: () => Promise.reject(new Error('offline')),
  replace: vi.fn<() => Promise<void>>().mockResolvedValue(),
  refresh: vi.fn<() => Promise<void>>().mockResolvedValue(),
  isInUse: () => false,
  waitFor: () => undefined,
})

it.each([
  ['loads the remote again when its build is replaceable', true, 1, 0],
  ['loads the page when the build of the remote is not replaceable', false, 0, 1],
])('%s', async (_title, replaceable, replaced, reloaded) => {
  const live = { ...entry, replaceable }
  serve({ 'GET /api/remotes': () => ({ remotes: [live] }) })
  vi.stubGlobal('SHELL_RUNS', { contract: '1.0.0', sdk: '1.0.0' })
  const reload = vi.spyOn(location, 'reload').mockReturnValue()
  const loader = failingLoader()
  const remote = new MountedRemote(live, { loader, router: undefined })
  await expect(remote.load()).rejects.toThrow('offline')
  await remote.retry()
  // Before the page is loaded, the cache must not contain the damaged files any more.
  expect(loader.refresh).toHaveBeenCalledTimes(reloaded)
  expect([loader.replace.mock.calls.length, reload.mock.calls.length]).toEqual([replaced, reloaded])
})

it('tries again by itself when another version goes live after a failed load', async () => {
  const invalidate = vi.fn(async () => undefined)
  const router = { invalidate } as unknown as AnyRouter
  const remote = new MountedRemote({ ...entry, replaceable: true }, { loader: failingLoader(), router })
  await remote.adopt({ ...entry, replaceable: true, version: '1.1.0' })
  expect(invalidate).not.toHaveBeenCalled()
  await expect(remote.load()).rejects.toThrow('offline')
  await remote.adopt({ ...entry, replaceable: true, version: '1.2.0' })
  expect(invalidate).toHaveBeenCalledTimes(1)
})
