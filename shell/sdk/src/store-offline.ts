import { offlineCacheName, writeOfflineData } from './offline-data.ts'
import { currentSession } from './session-store.ts'

/**
 * Replaces what this device would show of an API path without a connection. For data that the page
 * changes without reading it again, such as a saved draft. Never rejects.
 */
export async function storeOffline(path: string, data: unknown): Promise<void> {
  const session = currentSession()
  if (!session) return
  const name = offlineCacheName(session.session_id, session.user.client_id)
  await writeOfflineData(name, async (cache) => {
    const stored = await cache.match(path)
    // Only what was read is kept, and its age is that of the first read.
    if (stored) await cache.put(path, new Response(JSON.stringify(data), { headers: stored.headers }))
  }).catch(() => undefined)
}
