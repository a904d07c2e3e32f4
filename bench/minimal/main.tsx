import './styles.css'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRootRoute, createRoute, createRouter, Outlet, RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { Clients } from './clients.tsx'
import { Overview } from './dashboard.tsx'
import { Section } from './section.tsx'
import { SignIn } from './sign-in.tsx'

/** The least that the portal's libraries need to show pages of the same shape: what `pnpm bench pages` compares with. */

const root = createRootRoute({ component: Outlet })
const pages = [
  ['/', SignIn],
  ['/dashboard', Overview],
  ['/clients', Clients],
  ['/client-dashboard', Section],
] as const
const routes = pages.map(([path, component]) => createRoute({ getParentRoute: () => root, path, component }))
const router = createRouter({ routeTree: root.addChildren(routes) })
const element = document.getElementById('root')
if (element) {
  createRoot(element).render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
}
