import type { RemoteEntry } from '@portal/contract/remotes'
import { serve } from '@portal/kit/testing/serve'
import { queryClient, setSession } from '@portal/sdk'
import { QueryClientProvider } from '@tanstack/react-query'
import { type AnyRoute, createMemoryHistory, createRoute, RouterProvider } from '@tanstack/react-router'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createPortalRouter } from '../router.ts'
import { bookkeeperRoute, clientRoute } from '../routes/layouts.ts'
import { sessionOf } from '../testing.tsx'
import { createRemoteRoutes } from './remote-routes.tsx'

const collector = vi.hoisted(() => ({ outcome: vi.fn() }))
vi.mock('../vitals/collector.ts', () => ({
  withCollector: (report: (to: typeof collector) => void) => report(collector),
}))

beforeEach(() => void serve({ 'GET /api/notifications': () => ({ items: [], unread: 0 }) }))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  collector.outcome.mockClear()
})

const entry: RemoteEntry = {
  name: 'mf-clients',
  version: '1.0.0',
  entry: '',
  routes: ['/clients'],
  role: 'bookkeeper',
  nav: null,
  contract: '1.0.0',
  sdk: '1.0.0',
}
const createRoutes = (mount: AnyRoute) => [
  createRoute({ getParentRoute: () => mount, path: '/' }),
  createRoute({ getParentRoute: () => mount, path: '/follow-ups' }),
]

const noted = () => collector.outcome.mock.calls.map(([{ ran, kind }]) => `${ran.version} ${kind}`)

/** Opens a path. Returns the final address, and whether it shows the 404 page. */
async function visit(
  path: string,
  load: () => Promise<unknown>,
  mounted = entry,
  replace: (next: RemoteEntry) => void = () => undefined,
) {
  const registry = { remotes: [mounted], manifests: {}, integrity: {}, flags: {}, targeted: false }
  const remotes = createRemoteRoutes(
    registry,
    { bookkeeper: bookkeeperRoute, client: clientRoute },
    {
      load,
      replace,
      refresh: async () => undefined,
      isInUse: () => false,
      waitFor: () => undefined,
    },
  )
  const router = createPortalRouter(remotes, registry.remotes)
  router.update({ ...router.options, history: createMemoryHistory({ initialEntries: [path] }) })
  remotes.connect(router)
  await router.load()
  await act(async () => {
    render(
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>,
    )
  })
  return [router.state.location.href, screen.queryByRole('heading', { name: 'Page not found' }) !== null]
}

it.each<['bookkeeper' | 'client' | undefined, string, string, boolean]>([
  [undefined, '/clients/123', '/clients/123', true],
  ['client', '/clients/123', '/clients/123', true],
  ['bookkeeper', '/clients/123', '/clients/123', true],
  [undefined, '/clients/follow-ups?client=1', '/?next=%2Fclients%2Ffollow-ups%3Fclient%3D1', false],
  ['bookkeeper', '/clients/follow-ups', '/clients/follow-ups', false],
])('sends %s to sign-in only when the remote has the path: %s', async (role, path, end, missing) => {
  setSession(role ? sessionOf(role) : null, 'elsewhere')
  expect(await visit(path, async () => ({ createRoutes }))).toEqual([end, missing])
})

it('sends the user to sign-in when the remote cannot be loaded', async () => {
  setSession(null, 'elsewhere')
  const load = vi.fn<() => Promise<unknown>>().mockRejectedValue(new Error('offline'))
  expect(await visit('/clients/123', load)).toEqual(['/?next=%2Fclients%2F123', false])
})

it('reports a view of the version on screen, and an error that replaces its page', async () => {
  setSession(sessionOf('bookkeeper'), 'elsewhere')
  vi.spyOn(console, 'error').mockReturnValue()
  await visit('/clients', async () => ({ createRoutes }))
  expect(noted()).toEqual(['1.0.0 view'])
  cleanup()
  const component = () => {
    throw new Error('broken')
  }
  await visit('/clients', async () => ({
    createRoutes: (mount: AnyRoute) => [createRoute({ getParentRoute: () => mount, path: '/', component })],
  }))
  expect((await screen.findByRole('alert')).textContent).toContain('could not be loaded')
  await waitFor(() => expect(noted()).toEqual(['1.0.0 view', '1.0.0 view', '1.0.0 render_error']))
})

it.each([
  ['shows the live page, and no error, when that of a canary throws', false],
  ['shows the error when the page of the live version throws, too', true],
])('%s', async (_title, isLiveBroken) => {
  setSession(sessionOf('bookkeeper'), 'elsewhere')
  vi.stubGlobal('SHELL_RUNS', { contract: '1.0.0', sdk: '1.0.0' })
  vi.spyOn(console, 'error').mockReturnValue()
  const { version, entry: manifest, contract, sdk } = entry
  const fallback = { version, entry: manifest, contract, sdk, replaceable: true }
  const canary: RemoteEntry = { ...entry, version: '1.1.0', replaceable: true, watch: true, fallback }
  let used = canary.version
  const rendered: string[] = []
  const pageOf = (shown: string) => () => {
    rendered.push(shown)
    if (shown === canary.version || isLiveBroken) throw new Error('broken')
    return <h1>Live page</h1>
  }
  const load = async () => {
    const component = pageOf(used)
    return { createRoutes: (mount: AnyRoute) => [createRoute({ getParentRoute: () => mount, path: '/', component })] }
  }
  const alerts: number[] = []
  const seen = new MutationObserver(() => alerts.push(screen.queryAllByRole('alert').length))
  seen.observe(document.body, { childList: true, subtree: true })
  await visit('/clients', load, canary, (next) => void (used = next.version))
  await (isLiveBroken ? screen.findByRole('alert') : screen.findByRole('heading', { name: 'Live page' }))
  seen.disconnect()
  expect(Math.max(...alerts)).toBe(isLiveBroken ? 1 : 0)
  expect([...new Set(rendered)]).toEqual(['1.1.0', '1.0.0'])
  expect(noted()).toEqual(['1.1.0 view', '1.1.0 render_error', '1.0.0 view'])
})
