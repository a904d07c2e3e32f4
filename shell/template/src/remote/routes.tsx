import type { Mount } from '@portal/sdk'
import { createRoute } from '@tanstack/react-router'
import { ExamplePage } from '../page/page.tsx'

/** Creates the routes of this remote under `/example`. */
export function createRoutes(mount: Mount<'/example'>) {
  const index = createRoute({ getParentRoute: () => mount, path: '/', component: ExamplePage })
  return [index] as const
}
