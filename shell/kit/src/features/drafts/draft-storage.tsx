import { currentSession } from '@portal/sdk'

/**
 * Text that was typed and not saved, kept in this browser under its owner: it survives a reload, a crash and a session that ends.
 * Signing out forgets it (shell/src/forget-user-data.ts). Passwords, codes and secrets never come here.
 */

/** Text that nobody came back for is dropped after this time, in ms. */
const KEPT_MS = 30 * 24 * 60 * 60_000

/** The kept copy of one form. */
export interface DraftStorage {
  /** Returns what was kept, or undefined. */
  read: () => Record<string, unknown> | undefined
  /** Keeps it. Where storage is full or forbidden it lives in the open page alone. */
  keep: (values: object) => void
  /** Forgets it: it is saved, or discarded. */
  drop: () => void
}

const isRecord = (v: unknown): v is Record<string, unknown> => typeof v === 'object' && v !== null && !Array.isArray(v)

/** Opens the stored copy of the form at `place` for the signed-in user; does nothing once that session ends. */
export function draftStorage(place: string): DraftStorage {
  const owner = currentSession()?.user.id
  const key = `portal.form.${owner}.${place}`
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
        const kept: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
        if (!isRecord(kept) || !isRecord(kept['values']) || Date.now() - Number(kept['at']) > KEPT_MS) return undefined
        return kept['values']
      }),
    keep: (values) => withStorage(() => localStorage.setItem(key, JSON.stringify({ at: Date.now(), values }))),
    drop: () => withStorage(() => localStorage.removeItem(key)),
  }
}
