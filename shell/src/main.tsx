import './styles.css'
import { queryClient, setWidgetLoader, startRealtime, startSessionKeeper } from '@portal/sdk'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { createLoader } from './federation/loader.ts'
import { createRemoteRoutes } from './federation/mounts.tsx'
import { loadRegistry } from './federation/registry.ts'
import { widgetLoader } from './federation/slot.ts'
import { followSession } from './follow-session.ts'
import { createPortalRouter } from './router.ts'
import { bookkeeperRoute, clientRoute } from './routes.tsx'
import { offerUpdates } from './updates.ts'
import { noteError, watchPage } from './vitals/watch.ts'

async function boot(): Promise<void> {
  const registry = await loadRegistry()
  watchPage(registry)
  const loader = createLoader(registry)
  setWidgetLoader(widgetLoader(loader))
  const remotes = createRemoteRoutes(registry, { bookkeeper: bookkeeperRoute, client: clientRoute }, loader)
  const router = createPortalRouter(remotes.routes, registry.remotes)
  remotes.connect(router)
  startSessionKeeper()
  startRealtime()
  followSession(router)
  offerUpdates(remotes)
  const root = document.getElementById('root')
  if (!root) throw new Error('The page has no root element.')
  // What a boundary catches is shown in its place, and counts like what nobody catches.
  const onCaughtError = (error: unknown): void => {
    console.error(error)
    noteError(error)
  }
  createRoot(root, { onCaughtError }).render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
}

void boot()
