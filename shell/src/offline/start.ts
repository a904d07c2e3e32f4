import type { Session } from '@portal/contract/auth'
import { onSessionChange, queryClient, storedSession } from '@portal/sdk'
import { keepOfflineDataOf } from '@portal/sdk/offline-data'
import { type KeepPage, PAGE_CACHE, PAGE_LOCK, SERVICE_WORKER } from './messages.ts'
import { serviceWorkers } from './service-workers.ts'

/** Delay after the page is shown, in ms: keeping it must not slow down its first queries. */
const AFTER_MS = 3000

/** Only a build has a service worker, and browsers have it only at secure addresses. */
const isSupported = (): boolean =>
  process.env['NODE_ENV'] === 'production' && serviceWorkers() !== undefined && navigator.locks !== undefined

/** Removes the kept page, whose registry is that of one person. Its files contain nothing personal. */
async function forgetPage(): Promise<void> {
  await navigator.locks.request(PAGE_LOCK, () => caches.delete(PAGE_CACHE))
}

/** Resolves when the service worker controls this page. Returns whether it did so before. */
async function controlled(): Promise<boolean> {
  const { serviceWorker } = navigator
  const before = serviceWorker.controller !== null
  await serviceWorker.register(SERVICE_WORKER, { updateViaCache: 'none' })
  if (!serviceWorker.controller)
    await new Promise((resolve) => serviceWorker.addEventListener('controllerchange', resolve, { once: true }))
  return before
}

/** Keeps the page of a person, with its files. `fresh` if the page was loaded for someone else. */
async function keepPage({ user }: Session, fresh: boolean): Promise<void> {
  const wasControlled = await controlled()
  // What was read before can now be stored.
  if (!wasControlled) void queryClient.invalidateQueries()
  const message: KeepPage = { type: 'keep-page', role: user.role, fresh: fresh || !wasControlled }
  navigator.serviceWorker.controller?.postMessage(message)
}

/**
 * Keeps what the signed-in person sees for starts without a connection: the page with its files, and the data, unless
 * the browser refuses. Both are removed when the session ends, however it ends. Nothing of a guest session is kept,
 * which lives in its tab only: the session in storage counts.
 */
export function startOffline(): void {
  if (!isSupported()) return
  let timer: ReturnType<typeof setTimeout> | undefined
  const keep = (session: Session | null, fresh: boolean): void => {
    clearTimeout(timer)
    void keepOfflineDataOf(session).catch(() => undefined)
    if (session) timer = setTimeout(() => void keepPage(session, fresh).catch(() => undefined), AFTER_MS)
    else void forgetPage().catch(() => undefined)
  }
  keep(storedSession(), false)
  onSessionChange((_, change) => {
    if (change !== 'refreshed') keep(storedSession(), true)
  })
  // Data from the device may be older than it looks.
  window.addEventListener('online', () => void queryClient.invalidateQueries())
}
