import { dropUnknownParams } from '@portal/kit/ui/search-params'
import { createMemoryHistory, createRootRoute, createRoute, createRouter } from '@tanstack/react-router'
import { expect, it } from 'vitest'

it('keeps only the parameters that a route has validated', async () => {
  const root = createRootRoute()
  const read = ({ q }: Record<string, unknown>): { q?: string } => (typeof q === 'string' ? { q } : {})
  const validateSearch = (raw: Record<string, unknown>) => ({ ...dropUnknownParams(raw), ...read(raw) })
  const route = createRoute({ getParentRoute: () => root, path: '/', validateSearch })
  const router = createRouter({
    routeTree: root.addChildren([route]),
    history: createMemoryHistory({ initialEntries: ['/?q=[1]&x=2'] }),
  })
  await router.load()
  expect(router.state.matches.at(-1)?.search).toEqual({})
  await router.navigate({ to: '/', search: { q: 'text' } })
  expect(router.state.matches.at(-1)?.search).toEqual({ q: 'text' })
})
