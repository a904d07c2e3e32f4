import type { Session } from '@portal/contract/auth'

/**
 * What a session has read from the API, kept for starts without a connection: one cache per session
 * and client record. The service worker writes and reads it; the page decides which one exists.
 */

const PREFIX = 'portal.data.'
/** Held while a cache is written (shared) or removed (exclusive), so that no late response brings one back. */
const LOCK = 'portal.data'

/** Returns the name of the cache of a session that acts for a client record (null for bookkeepers). */
export const offlineCacheName = (sessionId: string, clientId: string | null): string =>
  `${PREFIX}${sessionId}.${clientId ?? ''}`

/** Returns whether a cache has the offline data of a session. */
const isOfflineCache = (name: string): boolean => name.startsWith(PREFIX)

/** Returns whether a cache has the offline data of a client's session. */
export const isClientCache = (name: string): boolean => isOfflineCache(name) && !name.endsWith('.')

/** Browsers have caches and locks only at secure addresses. */
const isSupported = (): boolean => typeof caches !== 'undefined' && navigator.locks !== undefined

/** Calls `write` with a cache of offline data if it exists: its session has not ended. */
export async function writeOfflineData(name: string, write: (cache: Cache) => Promise<void>): Promise<void> {
  if (!isSupported()) return
  await navigator.locks.request(LOCK, { mode: 'shared' }, async () => {
    if (await caches.has(name)) await write(await caches.open(name))
  })
}

/** Makes room for the offline data of a session, and removes that of all others; null removes all. */
export async function keepOfflineDataOf(session: Pick<Session, 'session_id' | 'user'> | null): Promise<void> {
  if (!isSupported()) return
  const own = session && offlineCacheName(session.session_id, session.user.client_id)
  await navigator.locks.request(LOCK, async () => {
    const others = (await caches.keys()).filter((name) => isOfflineCache(name) && name !== own)
    await Promise.all(others.map((name) => caches.delete(name)))
    if (own) await caches.open(own)
  })
}
