/** Read ids are also stored in the browser, under a specified key. */
const keyOf = (userId: string | undefined): string => `read_notifications_${userId ?? 'anonymous'}`

/** Number of ids to store. The oldest are dropped. */
const MAX_IDS = 500

/** Returns the ids of notifications that this browser knows as read. */
export function readIds(userId: string | undefined): Set<string> {
  try {
    const ids: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? '[]')
    return new Set(Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [])
  } catch {
    return new Set()
  }
}

/** Stores ids of read notifications. */
export function rememberRead(userId: string | undefined, ids: readonly string[]): void {
  const all = [...new Set([...readIds(userId), ...ids])].slice(-MAX_IDS)
  try {
    localStorage.setItem(keyOf(userId), JSON.stringify(all))
  } catch {
    // The server stores them, too.
  }
}
