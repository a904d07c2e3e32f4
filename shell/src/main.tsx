import './styles.css'
import { currentSession, queryClient, setWidgetLoader, startRealtime, startSessionKeeper } from '@portal/sdk'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { applyDeferredHints } from './boot/deferred-hints.ts'
import { firstData } from './boot/first-data.ts'
import { createLoader } from './federation/loader.ts'
import { createRemoteRoutes } from './federation/remote-routes.tsx'
import { loadRegistry } from './federation/registry.ts'
import { widgetLoader } from './federation/widget-loader.ts'
import { followSession } from './follow-session.ts'
import { createPortalRouter } from './router.ts'
import { bookkeeperRoute, clientRoute } from './routes/layouts.ts'
import { offerUpdates } from './updates.ts'
import { noteError, watchPage } from './vitals/watch.ts'

/** Longest time that rendering waits for the remote or the first routes, in ms. */
const RENDER_WITHIN_MS = 3000
/** Longest time that rendering waits for early data, in ms. */
const DATA_WITHIN_MS = 100

/** Waits for `work`, but at most `ms`. Returns whether it was done in time. */
const doneWithin = (ms: number, work: Promise<unknown>): Promise<boolean> =>
  Promise.race([work.then(() => true), new Promise<false>((resolve) => setTimeout(() => resolve(false), ms))])

async function boot(): Promise<void> {
  // In case there was no early script.
  applyDeferredHints()
  const registry = await loadRegistry()
  watchPage(registry)
  startSessionKeeper()
  const loader = createLoader(registry)
  setWidgetLoader(widgetLoader(loader))
  const remotes = createRemoteRoutes(registry, { bookkeeper: bookkeeperRoute, client: clientRoute }, loader)
  const preloaded = remotes.preload(location.pathname, currentSession()?.user.role)
  // Runs while the remote is loading.
  const router = createPortalRouter(remotes, registry.remotes)
  remotes.connect(router)
  followSession(router)
  // Errors that a boundary catches are reported like uncaught ones.
  const onCaughtError = (error: unknown): void => {
    console.error(error)
    noteError(error)
  }
  // Load focus management on first focus.
  const follow = ({ target }: FocusEvent): void =>
    void import(/* webpackChunkName: "focus" */ './focus.ts')
      .then(({ followFocus }) => followFocus(router, target))
      .catch(() => undefined)
  document.addEventListener('focusin', follow, { once: true })
  const page = document.getElementById('root')
  if (!page) throw new Error('The page has no root element.')
  // Until then the outline of the page is shown. Rendering with all routes loaded avoids a skeleton in
  // between and matches the routes once. A remote that hangs must not delay the layout: a skeleton
  // takes its place.
  if (await doneWithin(RENDER_WITHIN_MS, preloaded)) await doneWithin(RENDER_WITHIN_MS, router.load())
  if (document.getElementById('early')) await doneWithin(DATA_WITHIN_MS, firstData())
  createRoot(page, { onCaughtError }).render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  // After the page has been rendered.
  setTimeout(() => {
    startRealtime()
    offerUpdates(remotes)
  })
}

void boot()
