import { PAGE_CACHE, KEPT_ATTRIBUTE } from '../offline/messages.ts'

/** Keys in the cache of pages: the one that opens without a connection, and the one before it. */
export const KEPT = '/kept'
export const BEFORE = '/before'

/** How long a page may take before the kept one is shown, in ms. */
const SLOW_MS = 5000

/** Returns whether an address is that of a page that is kept. Below `/remotes` are files, and pages about previews. */
export const isPage = ({ pathname }: Pick<URL, 'pathname'>): boolean =>
  !/^\/(?:api|assets|dev|docs|remotes)(?:\/|$)|\.[a-z0-9]+$/i.test(pathname)

/** Returns whether a page may be kept. The worker marks previews and local remotes with `no-store`. */
export const mayKeep = ({ ok, redirected, headers }: Response): boolean =>
  ok &&
  !redirected &&
  (headers.get('content-type')?.startsWith('text/html') ?? false) &&
  !(headers.get('cache-control')?.includes('no-store') ?? false)

/** The last page from the server. Not in a cache, where every script could replace it before it is kept. */
let latest: Response | undefined

/** Returns the last page from the server, if this service worker has seen one. */
export const latestPage = (): Response | undefined => latest?.clone()

/** Fetches a page, and remembers it as the latest one. */
async function fetchPage(request: Request): Promise<Response> {
  const response = await fetch(request)
  if (mayKeep(response)) latest = response.clone()
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

/** Ids of tabs with a page from the server, as far as this service worker has seen them open. */
const fromServer = new Set<string>()

/** Returns whether a page from the server sends a request, and has a connection. */
export const isOnlinePage = ({ clientId }: Pick<FetchEvent, 'clientId'>): boolean =>
  navigator.onLine && fromServer.has(clientId)

type PageEvent = Pick<FetchEvent, 'waitUntil' | 'resultingClientId'>

/** Opens a page from the server, or without a connection, or on a slow one, the kept page. */
export async function openPage({ event, request }: { event: PageEvent; request: Request }): Promise<Response> {
  const fetched = fetchPage(request).then((response) => ({ response, isKept: false }))
  event.waitUntil(fetched.catch(() => undefined))
  const kept = async () => {
    const response = await keptPage()
    return response && { response, isKept: true }
  }
  const slow = new Promise<Awaited<ReturnType<typeof kept>>>((resolve) => setTimeout(() => resolve(kept()), SLOW_MS))
  const first = await Promise.race([fetched, slow]).catch(kept)
  // Without a kept page, like without a service worker.
  const { response, isKept } = first ?? (await fetched)
  if (!isKept) fromServer.add(event.resultingClientId)
  return response
}
