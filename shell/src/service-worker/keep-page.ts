import { type KeepPage, PAGE_CACHE, PAGE_LOCK } from '../offline/messages.ts'
import { FILE_CACHE, pruneFiles, storeFiles } from './files.ts'
import { BEFORE, KEPT, LATEST, mayKeep } from './page.ts'
import { filesOfPage, versionsOf } from './page-files.ts'

/** Reads a JSON file that never changes, from the cache if it is there. */
async function readFile(path: string): Promise<unknown> {
  const kept = await (await caches.open(FILE_CACHE)).match(path)
  return (kept ?? (await fetch(path))).json()
}

/** Returns the page to keep: the latest one, or one that is fetched now. Undefined if there is nothing new. */
async function pageToKeep(cache: Cache, fresh: boolean): Promise<Response | undefined> {
  const latest = fresh ? undefined : await cache.match(LATEST)
  if (latest || (!fresh && (await cache.match(KEPT)))) return latest
  const page = await fetch('/', { headers: { accept: 'text/html' }, cache: 'no-store' })
  return mayKeep(page) ? page : undefined
}

/**
 * Keeps the latest page for starts without a connection. It replaces the kept one only when all its files are there, so
 * that versions of shell and remotes are never mixed. The files of the page before stay for tabs that still show it.
 */
export async function keepPage({ role, fresh }: Pick<KeepPage, 'role' | 'fresh'>): Promise<void> {
  await navigator.locks.request(PAGE_LOCK, async () => {
    const cache = await caches.open(PAGE_CACHE)
    const page = await pageToKeep(cache, fresh)
    if (!page) return
    const html = await page.clone().text()
    const files = await filesOfPage(html, role, readFile)
    await storeFiles(files)
    const kept = await (await cache.match(KEPT))?.text()
    if (kept !== undefined && versionsOf(kept) !== versionsOf(html)) await cache.put(BEFORE, new Response(kept))
    await cache.put(KEPT, page)
    const before = await (await cache.match(BEFORE))?.text()
    const filesBefore = before === undefined ? [] : (await filesOfPage(before, role, readFile)).keys()
    await pruneFiles(new Set([...files.keys(), ...filesBefore]))
  })
}
