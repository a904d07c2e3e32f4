/** Read ids are also kept in the browser, under the specification's key (section 9, ruling 25). */
const keyOf = (userId: string | undefined): string => `read_notifications_${userId ?? 'anonymous'}`

/** Far more than are ever listed; the oldest go first. */
const KEPT = 500

/** Ids of the notifications that this browser knows the user has read. */
export function readIds(userId: string | undefined): Set<string> {
  try {
    const ids: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? '[]')
    return new Set(Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [])
  } catch {
    return new Set()
  }
}

/** Remembers that these have been read. */
export function rememberRead(userId: string | undefined, ids: readonly string[]): void {
  const all = [...new Set([...readIds(userId), ...ids])].slice(-KEPT)
  try {
    localStorage.setItem(keyOf(userId), JSON.stringify(all))
  } catch {
    // The server remembers it too.
  }
}
