import { CacheFirst } from 'workbox-strategies'

/** The cache of scripts and styles, which never change: their names contain a version or a hash. */
export const FILE_CACHE = 'portal.files'

/** Returns whether an address is that of a file of the shell or of a version of a remote. */
export const isFile = ({ pathname }: Pick<URL, 'pathname'>): boolean =>
  /^\/(?:assets\/|remotes\/[^/]+\/[^/]+\/)./.test(pathname)

/** Returns the folder of a remote's version: `/remotes/mf-clients/1.0.0/`. */
export const versionFolder = (path: string): string | undefined => /^\/remotes\/[^/]+\/[^/]+\//.exec(path)?.[0]

/**
 * Serves files from the cache, and keeps those that were loaded on demand. Files of previews are not immutable, so they
 * are not kept. A request past the browser's cache, after a file arrived damaged, is one past this cache, too.
 */
export const fileHandler = new CacheFirst({
  cacheName: FILE_CACHE,
  matchOptions: { ignoreVary: true },
  plugins: [
    {
      cachedResponseWillBeUsed: async ({ request, cachedResponse }) =>
        request.cache === 'reload' || request.cache === 'no-store' ? null : (cachedResponse ?? null),
      cacheWillUpdate: async ({ response }) =>
        response.status === 200 && response.headers.get('cache-control')?.includes('immutable') ? response : null,
    },
  ],
})

/** Puts files into the cache. Rejects if one of them cannot be loaded or differs from its integrity value. */
export async function storeFiles(files: ReadonlyMap<string, string | undefined>): Promise<void> {
  const cache = await caches.open(FILE_CACHE)
  const store = async ([path, integrity]: [string, string | undefined]): Promise<void> => {
    if (await cache.match(path, { ignoreVary: true })) return
    const response = await fetch(path, integrity ? { integrity } : {})
    if (!response.ok) throw new Error(`${path}: ${response.status}`)
    await cache.put(path, response)
  }
  await Promise.all([...files].map(store))
}

/** Removes files that are neither listed nor of the same version of a remote as a listed one. */
export async function pruneFiles(paths: ReadonlySet<string>): Promise<void> {
  const folders = new Set([...paths].flatMap((path) => versionFolder(path) ?? []))
  const cache = await caches.open(FILE_CACHE)
  for (const request of await cache.keys()) {
    const { pathname } = new URL(request.url)
    const folder = versionFolder(pathname)
    if (!paths.has(pathname) && !(folder && folders.has(folder))) await cache.delete(request)
  }
}
