import { FIELD_TYPES } from '@portal/contract/fields'
import { isObject } from '@portal/contract/is-object'
import { draftStorage } from '@portal/kit/features/drafts/draft-storage'
import { blankDraft, type FieldDraft, isBlank } from './field-draft.ts'
import type { BuilderSection } from './sections.ts'
import type { BuilderState } from './state.ts'

const SAVE_DELAY_MS = 400

/** The work in the builder. */
export interface BuilderWork {
  state: BuilderState
  /** A field that was typed but not added. */
  pending: FieldDraft
  /** The version that the edit is based on; null for a new workform. */
  version: number | null
  dirty: boolean
}

/** Opens the storage of one place ('new', 'edit-<id>', …). Unsaved workforms survive signing out. */
const storageOf = (place: string) => draftStorage(place, 'portal.workform-draft')

const isField = (v: unknown): boolean =>
  isObject(v) &&
  typeof v['id'] === 'string' &&
  typeof v['name'] === 'string' &&
  FIELD_TYPES.some((type) => type === v['type'])

const isSection = (v: unknown): v is BuilderSection =>
  isObject(v) &&
  typeof v['key'] === 'string' &&
  typeof v['name'] === 'string' &&
  Array.isArray(v['fields']) &&
  v['fields'].every(isField)

function pendingOf(v: unknown): FieldDraft | null {
  if (!isObject(v)) return null
  // A draft from an older version may lack values or have other types: these start blank.
  const known = Object.entries(blankDraft()).map(([key, value]) => {
    const given = v[key]
    const fits =
      key === 'templateFile'
        ? isObject(given) || given === null
        : typeof given === typeof value && Array.isArray(given) === Array.isArray(value)
    return [key, fits ? given : value]
  })
  return Object.fromEntries(known) as FieldDraft
}

/** Returns the draft of a place, or null if there is none or it is invalid. */
export function readDraft(place: string) {
  const { name, description, isTemplate, sections, version, pending } = storageOf(place).read() ?? {}
  if (typeof name !== 'string' || typeof description !== 'string') return null
  if (!Array.isArray(sections) || !sections.every(isSection)) return null
  return {
    name,
    description,
    isTemplate: isTemplate === true,
    sections,
    pending: pendingOf(pending),
    version: typeof version === 'number' ? version : null,
  }
}

/** Creates an object that saves unsaved work in the browser; null as a place saves nothing. */
export function createDraftKeeper(place: string | null) {
  const storage = place === null ? null : storageOf(place)
  let latest: BuilderWork | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  const save = (): void => {
    clearTimeout(timer)
    if (latest === null) return
    const { state, pending, version, dirty } = latest
    const { name, description, isTemplate, sections } = state
    const kept = isBlank(pending) ? null : pending
    if (dirty) storage?.save({ name, description, isTemplate, sections, pending: kept, version })
    else storage?.clear()
  }
  return {
    /** Reports the current work, which is saved after a delay. */
    update: (work: BuilderWork): void => {
      latest = work
      clearTimeout(timer)
      timer = setTimeout(save, SAVE_DELAY_MS)
    },
    /** Saves now, as when the page is closed. */
    save,
    /** Deletes the draft. The next change creates a new one. */
    discard: (): void => {
      clearTimeout(timer)
      latest = null
      storage?.clear()
    },
  }
}
