import { NetworkFirst } from 'workbox-strategies'
import { FILE_CACHE } from '../offline/messages.ts'

/** How long a file may take before the kept one is used, in seconds. Some wait for each other. */
const SLOW_S = 1

/** Returns whether an address is that of a file of the shell or of a version of a remote. */
export const isFile = ({ pathname }: Pick<URL, 'pathname'>): boolean =>
  /^\/(?:assets\/|remotes\/[^/]+\/[^/]+\/)./.test(pathname)

/**
 * Returns whether a request is for a script or style of a page. All are stored with the page, so that the browser can
 * load them without the service worker while there is a connection. That is faster.
 */
export const isCode = ({ destination }: Pick<Request, 'destination'>): boolean =>
  destination === 'script' || destination === 'style'

/** Returns the folder of a remote's version: `/remotes/mf-clients/1.0.0/`. */
export const versionFolder = (path: string): string | undefined => /^\/remotes\/[^/]+\/[^/]+\//.exec(path)?.[0]

/**
 * Serves files from the browser's HTTP cache or the network, and those that are kept only without a connection: every
 * script of a remote can write to caches of the origin, but not to the HTTP cache. Keeps files that were loaded on
 * demand. Files of previews are not immutable, so they are not kept.
 */
export const fileHandler = new NetworkFirst({
  cacheName: FILE_CACHE,
  networkTimeoutSeconds: SLOW_S,
  matchOptions: { ignoreVary: true },
  plugins: [
    {
      cacheWillUpdate: async ({ response }) =>
        response.status === 200 && response.headers.get('cache-control')?.includes('immutable') ? response : null,
    },
  ],
})

/** Puts a file into the cache, in place of all that is there for its path, as some browsers keep variants by `Vary`. */
async function replaceFile(cache: Cache, path: string, response: Response): Promise<void> {
  await cache.delete(path, { ignoreVary: true })
  await cache.put(path, response)
}

/**
 * Fetches files, most of which the HTTP cache has, and puts them into the cache. Rejects if one of them cannot be
 * loaded or differs from its integrity value.
 */
export async function storeFiles(files: ReadonlyMap<string, string | undefined>): Promise<void> {
  const cache = await caches.open(FILE_CACHE)
  const store = async ([path, integrity]: [string, string | undefined]): Promise<void> => {
    const response = await fetch(path, integrity ? { integrity } : {})
    if (!response.ok) throw new Error(`${path}: ${response.status}`)
    await replaceFile(cache, path, response)
  }
  await Promise.all([...files].map(store))
}

/**
 * Removes files that are neither needed nor of the same version of a remote as a needed one, and those that no longer
 * exist. Replaces the others, except those that were just stored.
 */
export async function pruneFiles(needed: ReadonlySet<string>, stored: ReadonlyMap<string, unknown>): Promise<void> {
  const folders = new Set([...needed].flatMap((path) => versionFolder(path) ?? []))
  const cache = await caches.open(FILE_CACHE)
  for (const request of await cache.keys()) {
    const { pathname, search } = new URL(request.url)
    const isNeeded = search === '' && (needed.has(pathname) || folders.has(versionFolder(pathname) ?? ''))
    if (isNeeded && stored.has(pathname)) continue
    const response = isNeeded ? await fetch(pathname) : undefined
    if (response?.ok) await replaceFile(cache, pathname, response)
    else await cache.delete(request)
  }
}
