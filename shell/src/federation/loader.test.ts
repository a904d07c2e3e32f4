import type { RemoteEntry } from '@portal/contract/remotes'
import { afterEach, expect, it, vi } from 'vitest'
import { scrub } from '../vitals/scrub.ts'
import type { RemoteHost } from './host.ts'
import { createLoader } from './loader.ts'
import { RemoteLoadError } from './remote-load-error.ts'

const { host, versions } = vi.hoisted(() => ({
  host: { load: vi.fn(), replace: vi.fn() } satisfies RemoteHost,
  versions: vi.fn(),
}))
vi.mock('./host.ts', () => ({
  createHost: ({ remotes }: { remotes: RemoteEntry[] }) => {
    versions(remotes.map(({ version }) => version))
    return host
  },
}))

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  for (const mock of [host.load, host.replace, versions]) mock.mockReset()
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
const FOLDER = '/remotes/mf-clients/1.0.0'
const integrity = { [`${FOLDER}/entry.js`]: 'sha256-x', '/remotes/mf-review/1.0.0/entry.js': 'sha256-y' }
const start = () => createLoader({ remotes: [entry], manifests: {}, integrity, flags: {}, targeted: false })

it('fetches all known and requested files past the cache when a load has failed', async () => {
  const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response('x'))
  const requested = [`${location.origin}${FOLDER}/chunk.js`, `${location.origin}/api/clients`]
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue(
    requested.map((name) => ({ name }) as PerformanceResourceTiming),
  )
  host.load.mockRejectedValueOnce(new Error('damaged')).mockResolvedValue('module')
  const loader = start()
  await expect(loader.load('mf-clients', 'routes')).rejects.toThrow('damaged')
  expect(fetched).not.toHaveBeenCalled()
  expect(loader.isInUse('mf-clients')).toBe(false)
  expect(await loader.load('mf-clients', 'routes')).toBe('module')
  expect(fetched.mock.calls.map(([path, init]) => [path, init?.cache])).toEqual([
    [`${FOLDER}/entry.js`, 'reload'],
    [`${FOLDER}/chunk.js`, 'reload'],
  ])
  expect(loader.isInUse('mf-clients')).toBe(true)
  await loader.load('mf-clients', 'card')
  expect(fetched).toHaveBeenCalledTimes(2)
})

it.each([
  ['fails', () => Promise.reject(new Error('404')), []],
  ['hangs', () => new Promise<never>(() => undefined), [[entry]]],
])('counts the error for the version of the remote when its load %s', async (_outcome, load, discarded) => {
  vi.useFakeTimers()
  host.load.mockImplementation(load)
  const loaded = start()
    .load('mf-clients', 'routes')
    .catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(10_000)
  const error = await loaded
  expect(error).toBeInstanceOf(RemoteLoadError)
  Object.assign(error as Error, { stack: `at load (${location.origin}/assets/main.js:1:20)` })
  expect(scrub(error, location.origin)).toMatchObject({
    kind: 'RemoteLoadError',
    ran: { name: 'mf-clients', version: '1.0.0' },
  })
  // The next attempt does not wait for one that hangs.
  expect(host.replace.mock.calls).toEqual(discarded)
})

it('uses the versions of the registry that is read after sign-in, and loads nothing before', async () => {
  host.load.mockResolvedValue('module')
  const loader = start()
  let isRead = (): void => undefined
  loader.waitFor(new Promise<void>((resolve) => (isRead = resolve)))
  const loaded = loader.load('mf-clients', 'routes')
  expect(loader.isInUse('mf-clients')).toBe(false)
  loader.replace({ ...entry, version: '2.0.0-canary' })
  expect(versions).not.toHaveBeenCalled()
  isRead()
  await loaded
  expect(versions).toHaveBeenCalledExactlyOnceWith(['2.0.0-canary'])
})
