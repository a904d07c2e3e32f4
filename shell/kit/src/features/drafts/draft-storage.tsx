import { isObject } from '@portal/contract/is-object'
import { currentSession } from '@portal/sdk'

/**
 * Stores unsaved form input in this browser, per user: it survives a reload, a crash and an expired session. Signing
 * out deletes it (shell/src/forget-user-data.ts). Passwords, codes and secrets are never stored.
 */

/** Stored input expires after this time, in ms. */
const EXPIRES_AFTER_MS = 30 * 24 * 60 * 60_000

/** The stored input of one form. */
export interface DraftStorage {
  /** Returns the stored values, or undefined. */
  read: () => Record<string, unknown> | undefined
  /** Stores the values. Does nothing when storage is full or forbidden. */
  save: (values: object) => void
  /** Deletes the stored values: they were saved or discarded. */
  clear: () => void
}

/**
 * Opens the storage of the form `place` for the signed-in user. Does nothing once that session ends.
 * Only input with the default prefix is deleted on signing out.
 */
export function draftStorage(place: string, prefix = 'portal.form'): DraftStorage {
  const owner = currentSession()?.user.id
  const key = `${prefix}.${owner}.${place}`
  const withStorage = <T,>(work: () => T): T | undefined => {
    if (owner === undefined || currentSession()?.user.id !== owner) return undefined
    try {
      return work()
    } catch {
      // Storage is full, forbidden or damaged.
      return undefined
    }
  }
  return {
    read: () =>
      withStorage(() => {
        const stored: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
        if (!isObject(stored) || !isObject(stored['values']) || Date.now() - Number(stored['at']) > EXPIRES_AFTER_MS)
          return undefined
        return stored['values']
      }),
    save: (values) => withStorage(() => localStorage.setItem(key, JSON.stringify({ at: Date.now(), values }))),
    clear: () => withStorage(() => localStorage.removeItem(key)),
  }
}
