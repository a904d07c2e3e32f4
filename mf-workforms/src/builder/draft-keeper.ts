import { draftKey, deleteDraft, writeDraft } from './draft-store.ts'
import { type FieldDraft, isBlank } from './field-draft.ts'
import type { BuilderState } from './state.ts'

const SAVE_DELAY_MS = 400

/** The work in the builder. */
export interface BuilderWork {
  state: BuilderState
  pending: FieldDraft
  version: number | null
  dirty: boolean
}

/** Saves a draft of unsaved work in the browser. */
export interface DraftKeeper {
  /** Reports the current work, which is saved after a delay. */
  update: (work: BuilderWork) => void
  /** Saves now, as when the page is closed. */
  save: () => void
  /** Deletes the draft. The next change creates a new one. */
  discard: () => void
}

/** Creates a keeper for one place; null saves nothing. */
export function createDraftKeeper(place: string | null): DraftKeeper {
  const key = place === null ? null : draftKey(place)
  let latest: BuilderWork | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  const save = (): void => {
    clearTimeout(timer)
    if (key === null || latest === null) return
    const { state, pending, version, dirty } = latest
    if (dirty) writeDraft(key, state, isBlank(pending) ? null : pending, version)
    else deleteDraft(key)
  }
  return {
    update: (work) => {
      latest = work
      clearTimeout(timer)
      timer = setTimeout(save, SAVE_DELAY_MS)
    },
    save,
    discard: () => {
      clearTimeout(timer)
      latest = null
      if (key !== null) deleteDraft(key)
    },
  }
}
