import { lazyPage, type Mount } from '@portal/sdk'
import { createRoute } from '@tanstack/react-router'
import remote from './pages.ts'

/** Creates the routes of this remote under `/example`. */
export function createRoutes(mount: Mount<'/example'>) {
  const index = createRoute({
    getParentRoute: () => mount,
    path: '/',
    staticData: remote.pages['/example'],
    component: lazyPage(() => import(/* webpackChunkName: "example" */ '../page/page.tsx'), 'ExamplePage'),
  })
  return [index] as const
}
