import { draftKey, dropDraft, writeDraft } from './draft-store.ts'
import { type FieldDraft, isBlank } from './field-draft.ts'
import type { BuilderState } from './state.ts'

const SAVE_AFTER_MS = 400

/** Work as it stands. */
export interface Work {
  state: BuilderState
  pending: FieldDraft
  version: number | null
  dirty: boolean
}

/** Keeps a copy of unsaved work in the browser. */
export interface Keeper {
  /** Tells how the work stands; it is kept a little later. */
  note: (work: Work) => void
  /** Keeps it now, as when the page goes away. */
  save: () => void
  /** Drops the copy, and keeps none until the work changes again. */
  forget: () => void
}

/** A keeper for one place; null keeps nothing. */
export function createKeeper(place: string | null): Keeper {
  const key = place === null ? null : draftKey(place)
  let latest: Work | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  const save = (): void => {
    clearTimeout(timer)
    if (key === null || latest === null) return
    const { state, pending, version, dirty } = latest
    if (dirty) writeDraft(key, state, isBlank(pending) ? null : pending, version)
    else dropDraft(key)
  }
  return {
    note: (work) => {
      latest = work
      clearTimeout(timer)
      timer = setTimeout(save, SAVE_AFTER_MS)
    },
    save,
    forget: () => {
      clearTimeout(timer)
      latest = null
      if (key !== null) dropDraft(key)
    },
  }
}
