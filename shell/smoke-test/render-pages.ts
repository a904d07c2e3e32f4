import type { RemoteEntry } from '@portal/contract/remotes'
import { isApiError, queryClient, setSession, setWidgetLoader } from '@portal/sdk'
import { toastLibrary } from '@portal/sdk/toaster'
import { QueryClientProvider } from '@tanstack/react-query'
import {
  type AnyRouter,
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { createLoader, type Loader } from '../src/federation/loader.ts'
import type { Registry } from '../src/federation/registry.ts'
import { createRemoteRoutes } from '../src/federation/remote-routes.tsx'
import { widgetLoader } from '../src/federation/widget-loader.ts'
import { sessionOf } from './fixtures.ts'
import { ignoreStyleSheets, unlimitedStyleSheet } from './style-sheets.ts'

/** What the pages of a remote did in the sandbox. */
export interface Outcome {
  /** The page that failed; undefined if all of them were shown. */
  failed?: { page: string; reason: string }
}

/** A build to show. */
export interface Shown {
  entry: RemoteEntry
  manifest: unknown
  /** Paths of the pages that the build has to show. */
  pages: readonly string[]
}

/** How long effects and updates after the first rendering may take to throw, in steps of this many ms. */
const STEP_MS = 10
const STEPS = 5

const textOf = (error: unknown): string => (error instanceof Error ? `${error.name}: ${error.message}` : String(error))

/** Creates the shell's router with the remotes in it, and without layouts. */
function createTestRouter(registry: Registry, loader: Loader): AnyRouter {
  const root = createRootRoute()
  const bookkeeper = createRoute({ getParentRoute: () => root, id: 'bookkeeper' })
  const client = createRoute({ getParentRoute: () => root, id: 'client' })
  const remotes = createRemoteRoutes(registry, { bookkeeper, client }, loader)
  const router = createRouter({
    routeTree: root.addChildren([
      bookkeeper.addChildren(remotes.routes.bookkeeper),
      client.addChildren(remotes.routes.client),
    ]),
    context: { queryClient },
    history: createMemoryHistory({ initialEntries: ['/'] }),
    defaultPendingMs: 0,
  }) as unknown as AnyRouter
  remotes.connect(router)
  return router
}

const nextStep = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, STEP_MS))

/** Shows a page. Returns the first error of its code, if there is one. */
async function renderPage(router: AnyRouter, remote: string, page: string): Promise<unknown> {
  const errors: unknown[] = []
  // A remote may leave errors of the API to the shell, and this API has no data.
  const note = (error: unknown): void => void (isApiError(error) || errors.push(error))
  const noteScript = ({ error }: ErrorEvent): void => note(error)
  addEventListener('error', noteScript)
  await router.navigate({ to: page })
  await router.load()
  for (const { status, error } of router.state.matches) {
    if (status === 'error') note(error)
    else if (status === 'notFound') note(new Error('The remote has no route for this page.'))
  }
  const container = document.body.appendChild(document.createElement('div'))
  const root = createRoot(container, { onCaughtError: note, onUncaughtError: note })
  root.render(createElement(QueryClientProvider, { client: queryClient }, createElement(RouterProvider, { router })))
  while (errors.length === 0 && !document.querySelector(`[data-remote="${remote}"] *`)) await nextStep()
  // On a busy machine, effects and updates are late, and run between the steps.
  for (let i = 0; i < STEPS; i++) await nextStep()
  const problem = unlimitedStyleSheet(remote)
  if (problem) note(new Error(problem))
  root.unmount()
  container.remove()
  removeEventListener('error', noteScript)
  return errors[0]
}

/**
 * Shows each page of a build as the shell would, with a signed-in person and an API without data. The caller limits the
 * time.
 * @param onPage called with each page before it is shown
 */
export async function renderPages({ entry, manifest, pages }: Shown, onPage: (page: string) => void): Promise<Outcome> {
  setSession(sessionOf(entry.role), 'signed-in')
  const manifests = { [entry.entry]: manifest }
  const registry = { remotes: [entry], manifests, integrity: {}, flags: {}, targeted: false }
  const loader = createLoader(registry)
  setWidgetLoader(widgetLoader(loader))
  // The only shared library with a style sheet adds it when it is loaded.
  await toastLibrary.load()
  ignoreStyleSheets()
  for (const page of pages) {
    onPage(page)
    const error = await renderPage(createTestRouter(registry, loader), entry.name, page).catch(
      (thrown: unknown) => thrown,
    )
    if (error !== undefined) return { failed: { page, reason: textOf(error) } }
  }
  return {}
}
