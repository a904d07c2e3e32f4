import { FIELD_TYPES } from '@portal/contract/fields'
import { isObject } from '@portal/contract/is-object'
import { draftStorage } from '@portal/kit/features/drafts/draft-storage'
import { blankDraft, type FieldDraft, isEmptyDraft } from './field-draft.ts'
import type { BuilderSection } from './sections.ts'
import type { BuilderState } from './state.ts'

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
  const { name, description, isTemplate, dueDays, sections, version, pending } = storageOf(place).read() ?? {}
  if (typeof name !== 'string' || typeof description !== 'string') return null
  if (!Array.isArray(sections) || !sections.every(isSection)) return null
  return {
    name,
    description,
    isTemplate: isTemplate === true,
    dueDays: typeof dueDays === 'number' ? dueDays : null,
    sections,
    pending: pendingOf(pending),
    version: typeof version === 'number' ? version : null,
  }
}

/** Creates an object that saves unsaved work in the browser; null as a place saves nothing. */
export function createDraftKeeper(place: string | null) {
  const storage = place === null ? null : storageOf(place)
  let latest: BuilderWork | null = null
  const save = (): void => {
    if (!latest?.dirty) return
    const { state, pending, version } = latest
    const { name, description, isTemplate, dueDays, sections } = state
    const input = isEmptyDraft(pending) ? null : pending
    storage?.save({ name, description, isTemplate, dueDays, sections, pending: input, version })
  }
  return {
    /** Saves the current work, or deletes the draft if nothing is unsaved. */
    update: (work: BuilderWork): void => {
      latest = work
      if (work.dirty) save()
      else storage?.clear()
    },
    /** Saves again as the page is closed: another tab may have overwritten the draft. */
    save,
    /** Deletes the draft. The next change creates a new one. */
    discard: (): void => {
      latest = null
      storage?.clear()
    },
  }
}
