import './styles.css'
import { queryClient, restoreSession, setFlags, setWidgetLoader, startRealtime, startSessionKeeper } from '@portal/sdk'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { createLoader } from './federation/loader.ts'
import { readAfterSignIn } from './federation/read-after-sign-in.ts'
import { createRemoteRoutes } from './federation/remote-routes.tsx'
import { loadRegistry } from './federation/registry.ts'
import { widgetLoader } from './federation/widget-loader.ts'
import { followSession } from './follow-session.ts'
import { followInstallPrompt } from './install/prompt.ts'
import { removeLeftovers } from './offline/remove-leftovers.ts'
import { startOffline } from './offline/start.ts'
import { followPush, readOpenedPush } from './push/follow-push.ts'
import { keepPush } from './push/keep-push.ts'
import { createPortalRouter } from './router.ts'
import { bookkeeperRoute, clientRoute } from './routes/layouts.ts'
import { keepTextNodes } from './translation/keep-text-nodes.ts'
import { followRegistry } from './updates.ts'
import { noteRenderError, watchPage } from './vitals/watch.ts'

/** Longest time that the first rendering waits for the code of the page, in ms. After it, the layout is shown. */
const RENDER_WITHIN_MS = 3000

/** Reports errors that a boundary catches like uncaught ones. */
function onCaughtError(error: unknown): void {
  console.error(error)
  noteRenderError(error)
}

async function start(root: HTMLElement): Promise<void> {
  keepTextNodes(document.body)
  followInstallPrompt()
  readOpenedPush()
  const [registry] = await Promise.all([loadRegistry(), restoreSession()])
  setFlags(registry.flags)
  watchPage(registry)
  startSessionKeeper()
  const loader = createLoader(registry)
  const remotes = createRemoteRoutes(registry, { bookkeeper: bookkeeperRoute, client: clientRoute }, loader)
  const router = createPortalRouter(remotes, registry.remotes)
  remotes.connect(router)
  setWidgetLoader(widgetLoader(loader, remotes.fallBack), (name) => remotes.fallBack(name, true))
  // Before the router follows the session and opens the next page.
  readAfterSignIn(registry, remotes, loader)
  followSession(router)
  followPush(router)
  startOffline()
  keepPush()
  // Until then, the page shows the logo.
  await Promise.race([router.load(), new Promise((resolve) => setTimeout(resolve, RENDER_WITHIN_MS))])
  createRoot(root, { onCaughtError }).render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  startRealtime()
  followRegistry(remotes)
  void removeLeftovers()
}

const root = document.getElementById('root')
if (!root) throw new Error('The page has no root element.')
void start(root)
