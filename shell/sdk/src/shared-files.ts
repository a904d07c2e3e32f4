import type { Session } from '@portal/contract/auth'
import { isClientCache, offlineCacheName, writeOfflineData } from './offline-data.ts'

/**
 * Files that another app has shared with the installed portal, until their owner has chosen the question that they
 * answer. They are stored with the offline data of the session, so they end with it, and nobody else sees them.
 */

/** The address that other apps share files to. The manifest of the portal names it. */
export const SHARE_PATH = '/share'

const FOLDER = `${SHARE_PATH}/`
const NAME = 'x-file-name'

type Owner = Pick<Session, 'session_id' | 'user'>

/** Removes all files from a cache. */
async function clear(cache: Cache): Promise<void> {
  const files = (await cache.keys()).filter(({ url }) => new URL(url).pathname.startsWith(FOLDER))
  await Promise.all(files.map((file) => cache.delete(file)))
}

/**
 * Stores files for the client who is signed in on this device, in place of those that were shared before. For the
 * service worker. Stores nothing if no client is signed in.
 * @throws DOMException if the device has no room; nothing is stored then
 */
export async function storeSharedFiles(files: readonly File[]): Promise<void> {
  const [owner] = (await caches.keys()).filter(isClientCache)
  if (owner === undefined) return
  await writeOfflineData(owner, async (cache) => {
    await clear(cache)
    try {
      for (const [i, file] of files.entries()) {
        const headers = { 'content-type': file.type, [NAME]: encodeURIComponent(file.name.toWellFormed()) }
        await cache.put(`${FOLDER}${i}`, new Response(file, { headers }))
      }
    } catch (error) {
      await clear(cache)
      throw error
    }
  })
}

/** Returns the files that were shared, in their order. */
export async function sharedFilesOf({ session_id, user }: Owner): Promise<File[]> {
  const own = offlineCacheName(session_id, user.client_id)
  if (typeof caches === 'undefined' || !(await caches.has(own))) return []
  const cache = await caches.open(own)
  const files: File[] = []
  for (let stored; (stored = await cache.match(`${FOLDER}${files.length}`)); ) {
    const { headers } = stored
    const name = decodeURIComponent(headers.get(NAME) ?? '')
    files.push(new File([await stored.blob()], name, { type: headers.get('content-type') ?? '' }))
  }
  return files
}

/** Removes the files that were shared: they are on their way, or not wanted. */
export async function forgetSharedFiles({ session_id, user }: Owner): Promise<void> {
  await writeOfflineData(offlineCacheName(session_id, user.client_id), clear)
}
