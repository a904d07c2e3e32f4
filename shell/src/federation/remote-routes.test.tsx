import type { RemoteEntry } from '@portal/contract/remotes'
import { serve } from '@portal/kit/testing/serve'
import { queryClient, setSession } from '@portal/sdk'
import { QueryClientProvider } from '@tanstack/react-query'
import { type AnyRoute, createMemoryHistory, createRoute, RouterProvider } from '@tanstack/react-router'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createPortalRouter } from '../router.ts'
import { bookkeeperRoute, clientRoute } from '../routes/layouts.ts'
import { sessionOf } from '../testing.tsx'
import { noteOutcome, showRemote } from '../vitals/outcomes.ts'
import { createRemoteRoutes } from './remote-routes.tsx'

vi.mock('../vitals/outcomes.ts', () => ({ noteOutcome: vi.fn(), showRemote: vi.fn() }))

beforeEach(() => void serve({ 'GET /api/notifications': () => ({ items: [], unread: 0 }) }))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
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

/** Opens a path. Returns the final address, and whether it shows the 404 page. */
async function visit(path: string, load: () => Promise<unknown>) {
  const registry = { remotes: [entry], manifests: {}, integrity: {}, flags: {}, targeted: false }
  const remotes = createRemoteRoutes(
    registry,
    { bookkeeper: bookkeeperRoute, client: clientRoute },
    {
      load,
      replace: async () => undefined,
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
  expect(showRemote).toHaveBeenLastCalledWith(entry)
  expect(noteOutcome).not.toHaveBeenCalled()
  cleanup()
  const component = () => {
    throw new Error('broken')
  }
  await visit('/clients', async () => ({
    createRoutes: (mount: AnyRoute) => [createRoute({ getParentRoute: () => mount, path: '/', component })],
  }))
  expect(screen.getByRole('alert').textContent).toContain('could not be loaded')
  expect(noteOutcome).toHaveBeenCalledWith(entry, 'render_error')
})
