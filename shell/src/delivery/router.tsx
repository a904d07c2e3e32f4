import { lazyPage } from '@portal/sdk'
import { createRootRoute, createRoute, createRouter, Navigate, Outlet } from '@tanstack/react-router'
import { useHeadingFocus } from '../heading-focus.ts'
import { LazyToasts } from '../lazy-toasts.tsx'
import { LeaveGuard } from '../leave-guard.tsx'
import { present, text } from '../routes/search.ts'
import { ShellError } from '../shell-error.tsx'

function Root() {
  useHeadingFocus(true)
  return (
    <>
      <Outlet />
      <LeaveGuard />
      <LazyToasts />
    </>
  )
}

/** The worker serves no other page. */
const NotFound = () => <Navigate to="/remotes" search={{}} />

const rootRoute = createRootRoute({ component: Root, notFoundComponent: NotFound, errorComponent: ShellError })

/** The only page of the operator origin. */
export const remotesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/remotes',
  staticData: { title: 'Remotes' },
  validateSearch: (search: Record<string, unknown>) => present(search, { name: text(search['name']) }),
  // Loaded on demand, so that the scripts which both origins load contain only what the portal needs.
  component: lazyPage(() => import(/* webpackChunkName: "remotes" */ './remotes-page.tsx'), 'RemotesPage'),
})

/** Creates the router of the operator page, which has an origin of its own and loads no remotes. */
export const createOperatorRouter = () =>
  createRouter({ routeTree: rootRoute.addChildren([remotesRoute]), scrollRestoration: true })
