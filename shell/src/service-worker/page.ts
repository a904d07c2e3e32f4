import { PAGE_CACHE, KEPT_ATTRIBUTE } from '../offline/messages.ts'

/** Keys in the cache of pages: the last one from the server, the one that opens offline, and the one before it. */
export const LATEST = '/latest'
export const KEPT = '/kept'
export const BEFORE = '/before'

/** How long a page may take before the kept one is shown, in ms. */
const SLOW_MS = 5000

/** Returns whether an address is that of a page of the portal. The page of operators needs a connection. */
export const isPage = ({ pathname }: Pick<URL, 'pathname'>): boolean =>
  !/^\/(?:api|assets|dev|docs|remotes)(?:\/|$)|\.[a-z0-9]+$/i.test(pathname)

/** Returns whether a page may be kept. The worker marks previews and local remotes with `no-store`. */
export const mayKeep = ({ ok, redirected, headers }: Response): boolean =>
  ok &&
  !redirected &&
  (headers.get('content-type')?.startsWith('text/html') ?? false) &&
  !(headers.get('cache-control')?.includes('no-store') ?? false)

/** Fetches a page, and remembers it as the latest one. */
async function fetchPage(request: Request): Promise<Response> {
  const response = await fetch(request)
  if (mayKeep(response)) await (await caches.open(PAGE_CACHE)).put(LATEST, response.clone())
  return response
}

/** Returns the page that is complete with its files, if any. It is marked, because its registry may be old. */
async function keptPage(): Promise<Response | undefined> {
  // Opening a cache would bring back one that was removed at the end of the session.
  const page = await caches.match(KEPT, { cacheName: PAGE_CACHE })
  if (!page) return undefined
  const html = (await page.text()).replace('<html', `<html ${KEPT_ATTRIBUTE}`)
  return new Response(html, { headers: page.headers })
}

/** Opens a page from the server, or without a connection, or on a slow one, the kept page. */
export async function openPage({ event, request }: { event: ExtendableEvent; request: Request }): Promise<Response> {
  const fetched = fetchPage(request)
  event.waitUntil(fetched.catch(() => undefined))
  const slow = new Promise<Response | undefined>((resolve) => setTimeout(() => resolve(keptPage()), SLOW_MS))
  const first = await Promise.race([fetched, slow]).catch(keptPage)
  // Without a kept page, like without a service worker.
  return first ?? fetched
}
