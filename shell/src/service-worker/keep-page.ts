import { FILE_CACHE, type KeepPage, PAGE_CACHE, PAGE_LOCK } from '../offline/messages.ts'
import { pruneFiles, storeFiles } from './files.ts'
import { BEFORE, KEPT, latestPage, mayKeep } from './page.ts'
import { filesOfPage, versionsOf } from './page-files.ts'

const NONE: ReadonlyMap<string, undefined> = new Map()

/** Reads a JSON file that never changes. The HTTP cache has it, if it was read before. */
const readFile = async (path: string): Promise<unknown> => (await fetch(path)).json()

/** Returns the page to keep: the latest one, or one that is fetched now. Undefined if there is nothing new. */
async function pageToKeep(cache: Cache, fresh: boolean): Promise<Response | undefined> {
  const latest = fresh ? undefined : latestPage()
  if (latest || (!fresh && (await cache.match(KEPT)))) return latest
  const page = await fetch('/', { headers: { accept: 'text/html' }, cache: 'no-store' })
  return mayKeep(page) ? page : undefined
}

/** Returns the text of a page in the cache. Undefined if there is none, or a script has replaced it by nonsense. */
async function storedPage(cache: Cache, key: string): Promise<string | undefined> {
  const html = await (await cache.match(key))?.text()
  try {
    return html !== undefined && versionsOf(html) ? html : undefined
  } catch {
    return undefined
  }
}

/** Removes pages with other keys from the cache. */
async function prunePages(cache: Cache, keys: readonly string[]): Promise<void> {
  for (const request of await cache.keys())
    if (!keys.includes(new URL(request.url).pathname)) await cache.delete(request)
}

/**
 * Keeps the latest page for starts without a connection. It replaces the kept one only when all its files are there, so
 * that versions of shell and remotes are never mixed. The files of the page before stay for tabs that still show it.
 * Nothing that is in a cache already is trusted, because scripts of a version that is no longer live may have written
 * it.
 */
export async function keepPage(asked: Pick<KeepPage, 'role' | 'fresh'>): Promise<void> {
  await navigator.locks.request(PAGE_LOCK, async () => {
    try {
      await replacePage(asked)
    } catch (error) {
      // A script may have filled the storage, so that nothing of it can be replaced.
      if (error instanceof DOMException && error.name === 'QuotaExceededError')
        await Promise.all([PAGE_CACHE, FILE_CACHE].map((name) => caches.delete(name)))
      throw error
    }
  })
}

async function replacePage({ role, fresh }: Pick<KeepPage, 'role' | 'fresh'>): Promise<void> {
  const cache = await caches.open(PAGE_CACHE)
  const page = await pageToKeep(cache, fresh)
  if (!page) return
  const html = await page.clone().text()
  const files = await filesOfPage(html, role, readFile)
  await storeFiles(files)
  const kept = await storedPage(cache, KEPT)
  if (kept !== undefined && versionsOf(kept) !== versionsOf(html)) await cache.put(BEFORE, new Response(kept))
  await cache.put(KEPT, page)
  const before = await storedPage(cache, BEFORE)
  await prunePages(cache, before === undefined ? [KEPT] : [KEPT, BEFORE])
  // The server may no longer have the list of its files.
  const filesBefore = before === undefined ? NONE : await filesOfPage(before, role, readFile).catch(() => NONE)
  await pruneFiles(new Set([...files.keys(), ...filesBefore.keys()]), files)
}
