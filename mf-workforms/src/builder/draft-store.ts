import { FIELD_TYPES } from '@portal/contract/fields'
import { isObject } from '@portal/contract/is-object'
import { currentSession } from '@portal/sdk'
import { blankDraft, type FieldDraft } from './field-draft.ts'
import type { BuilderSection } from './sections.ts'
import type { BuilderState } from './state.ts'

/** A draft of unsaved work in local storage. */
export interface StoredDraft {
  name: string
  description: string
  isTemplate: boolean
  sections: BuilderSection[]
  /** A field that was typed but not added. */
  pending: FieldDraft | null
  /** The version that the edit is based on; null for a new workform. */
  version: number | null
}

const FORMAT = 1
/** Drafts expire after this time, in ms. */
const MAX_AGE_MS = 30 * 24 * 60 * 60_000

/** Returns the storage key of a place ('new', 'edit-<id>', …) for the current user. */
export const draftKey = (place: string): string =>
  `portal.workform-draft.${currentSession()?.user.id ?? 'anonymous'}.${place}`

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
  v['fields'].every((f: unknown) => isField(f))

function pendingOf(v: unknown): FieldDraft | null {
  if (!isObject(v)) return null
  const blank = blankDraft()
  // A draft from an older version may lack values or have other types: these start blank.
  const known = Object.entries(blank).map(([key, value]) => {
    const given = v[key]
    const fits =
      key === 'templateFile'
        ? isObject(given) || given === null
        : typeof given === typeof value && Array.isArray(given) === Array.isArray(value)
    return [key, fits ? given : value]
  })
  return Object.fromEntries(known) as FieldDraft
}

/** Returns the draft under a key, or null if there is none or it is invalid. */
export function readDraft(key: string): StoredDraft | null {
  try {
    const v: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    if (!isObject(v) || v['format'] !== FORMAT || Date.now() - Number(v['at']) > MAX_AGE_MS) return null
    const { name, description, isTemplate, sections, version } = v
    if (
      typeof name !== 'string' ||
      typeof description !== 'string' ||
      !Array.isArray(sections) ||
      !sections.every(isSection)
    )
      return null
    return {
      name,
      description,
      isTemplate: isTemplate === true,
      sections,
      pending: pendingOf(v['pending']),
      version: typeof version === 'number' ? version : null,
    }
  } catch {
    return null
  }
}

/** Saves a draft. If storage is full or blocked, the work exists only in this tab. */
export function writeDraft(key: string, state: BuilderState, pending: FieldDraft | null, version: number | null): void {
  const { name, description, isTemplate, sections } = state
  try {
    localStorage.setItem(
      key,
      JSON.stringify({ format: FORMAT, at: Date.now(), name, description, isTemplate, sections, pending, version }),
    )
  } catch {
    // See above.
  }
}

/** Deletes the draft under a key. */
export function deleteDraft(key: string): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // Storage is blocked, so there is no draft.
  }
}
