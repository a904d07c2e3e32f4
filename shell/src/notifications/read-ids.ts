import { localStore } from '@portal/sdk'

/** Read ids are also stored in the browser, under a specified key. */
const keyOf = (userId: string | undefined): string => `read_notifications_${userId ?? 'anonymous'}`

/** Number of ids to store. The oldest are dropped. */
const MAX_IDS = 500

/** Returns the ids of notifications that this browser knows as read. */
export function readIds(userId: string | undefined): Set<string> {
  const ids = localStore.getJson(keyOf(userId))
  return new Set(Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [])
}

/** Stores ids of read notifications. */
export function rememberRead(userId: string | undefined, ids: readonly string[]): void {
  const all = [...new Set([...readIds(userId), ...ids])].slice(-MAX_IDS)
  localStore.set(keyOf(userId), JSON.stringify(all))
}
