/** How far a tab has read the user's numbered event log. */

const seqKey = (userId: string): string => `portal.realtime.${userId}`

/** Returns the number up to which this tab, or else this browser, has seen the user's events; undefined on a new device. */
export function lastSeq(userId: string): number | undefined {
  const text = sessionStorage.getItem(seqKey(userId)) ?? localStorage.getItem(seqKey(userId))
  const seq = text === null ? Number.NaN : Number(text)
  return Number.isSafeInteger(seq) && seq >= 0 ? seq : undefined
}

/**
 * Remembers that number in two places: a tab resumes from its own, a new tab from the latest of any.
 * @param restart the user's event log began anew, so that its numbers are lower
 */
export function rememberSeq(userId: string, seq: number, restart = false): void {
  sessionStorage.setItem(seqKey(userId), String(seq))
  if (restart || seq > Number(localStorage.getItem(seqKey(userId)) ?? -1))
    localStorage.setItem(seqKey(userId), String(seq))
}
