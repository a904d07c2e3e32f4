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
import { bookkeeperRoute, clientRoute } from './routes.tsx'
import { offerUpdates } from './updates.ts'
import { noteError, watchPage } from './vitals/watch.ts'

/** By then the page shows what there is of it, in ms. */
const SHOWN_BY_MS = 3000
/** For so long, in ms, a page whose data was asked for before its code is held back for it: nobody sees the difference. */
const DATA_BY_MS = 100

/** Waits for something, but not for ever. @returns whether it was done in time */
const atMost = (ms: number, work: Promise<unknown>): Promise<boolean> =>
  Promise.race([work.then(() => true), new Promise<false>((resolve) => setTimeout(() => resolve(false), ms))])

async function boot(): Promise<void> {
  // Should the first script not have been there.
  applyDeferredHints()
  const registry = await loadRegistry()
  watchPage(registry)
  startSessionKeeper()
  const loader = createLoader(registry)
  setWidgetLoader(widgetLoader(loader))
  const remotes = createRemoteRoutes(registry, { bookkeeper: bookkeeperRoute, client: clientRoute }, loader)
  const ahead = remotes.ahead(location.pathname, currentSession()?.user.role)
  // While that is under way, what does not depend on it.
  const router = createPortalRouter(remotes, registry.remotes)
  remotes.connect(router)
  followSession(router)
  // What a boundary catches is shown in its place, and counts like what nobody catches.
  const onCaughtError = (error: unknown): void => {
    console.error(error)
    noteError(error)
  }
  // Nobody's focus can be lost before somebody has set it.
  const follow = ({ target }: FocusEvent): void =>
    void import(/* webpackChunkName: "focus" */ './focus.ts')
      .then(({ followFocus }) => followFocus(router, target))
      .catch(() => undefined)
  document.addEventListener('focusin', follow, { once: true })
  const page = document.getElementById('root')
  if (!page) throw new Error('The page has no root element.')
  // Meanwhile the frame stands that came with the page. What is shown first is then the page itself: no skeleton in between, and its routes are
  // matched and rendered once.
  // A remote that hangs must not hold back the layout as well: the router then shows it with a skeleton in its place.
  if (await atMost(SHOWN_BY_MS, ahead)) await atMost(SHOWN_BY_MS, router.load())
  if (document.getElementById('early')) await atMost(DATA_BY_MS, firstData())
  createRoot(page, { onCaughtError }).render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  // The page first.
  setTimeout(() => {
    startRealtime()
    offerUpdates(remotes)
  })
}

void boot()
