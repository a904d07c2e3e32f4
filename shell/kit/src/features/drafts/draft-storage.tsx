import { isObject } from '@portal/contract/is-object'
import { currentSession, localStore } from '@portal/sdk'

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
  /** Stores the values. If storage is full or blocked, they live in this tab. */
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
  const isOwner = (): boolean => owner !== undefined && currentSession()?.user.id === owner
  return {
    read: () => {
      const stored = isOwner() ? localStore.getJson(key) : undefined
      if (!isObject(stored) || !isObject(stored['values']) || Date.now() - Number(stored['at']) > EXPIRES_AFTER_MS)
        return undefined
      return stored['values']
    },
    save: (values) => {
      if (isOwner()) localStore.set(key, JSON.stringify({ at: Date.now(), values }))
    },
    clear: () => {
      if (isOwner()) localStore.remove(key)
    },
  }
}
