import { localStore, tabStore } from './browser-store.ts'

/** Returns the storage key of the position up to which a tab has received the user's numbered events. */
const seqKey = (userId: string): string => `portal.realtime.${userId}`

/**
 * Returns the last event number that this tab, or else this browser, has received; undefined on a
 * new device.
 */
export function lastSeq(userId: string): number | undefined {
  const text = tabStore.get(seqKey(userId)) ?? localStore.get(seqKey(userId))
  const seq = text === null ? Number.NaN : Number(text)
  return Number.isSafeInteger(seq) && seq >= 0 ? seq : undefined
}

/**
 * Stores the last event number twice: for this tab, and the latest of all tabs for new ones.
 * @param restart the user's event log was restarted with lower numbers
 */
export function rememberSeq(userId: string, seq: number, restart = false): void {
  tabStore.set(seqKey(userId), String(seq))
  if (restart || seq > Number(localStore.get(seqKey(userId)) ?? -1)) localStore.set(seqKey(userId), String(seq))
}
