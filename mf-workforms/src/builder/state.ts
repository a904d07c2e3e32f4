import { groupSections, normalizeFields, type WorkformField } from '@portal/contract/fields'

/** A section in the builder, which may be empty. `key` never changes and is not stored. */
export interface BuilderSection {
  key: string
  name: string
  fields: readonly WorkformField[]
}

type Sections = readonly BuilderSection[]

/** A workform in the builder. `fieldsOf` sets the `section` of its fields. */
export interface BuilderState {
  name: string
  description: string
  isTemplate: boolean
  sections: Sections
  /** Previous sections for undo, oldest first. */
  past: readonly Sections[]
  /** The field whose latest changes form one undo step. */
  touched: string | null
}

/** Initial values of a builder. */
export interface BuilderSeed {
  name: string
  description: string
  isTemplate: boolean
  fields: unknown
}

/** Actions of the builder. They carry the ids of new items, so that the reducer is deterministic. */
export type BuilderAction =
  | { type: 'name'; name: string }
  | { type: 'description'; description: string }
  | { type: 'template'; isTemplate: boolean }
  | { type: 'fields'; fields: unknown }
  | { type: 'add-section'; key: string; name: string }
  | { type: 'rename-section'; key: string; name: string }
  | { type: 'move-section'; key: string; to: number }
  | { type: 'remove-section'; key: string }
  | { type: 'add-field'; field: WorkformField; section: string; key: string }
  | { type: 'update-field'; field: WorkformField; section: string; key: string }
  | { type: 'duplicate-field'; id: string; newId: string }
  | { type: 'remove-field'; id: string }
  | { type: 'move-field'; id: string; section: string; before: string | null }
  | { type: 'step-field'; id: string; by: 1 | -1 }
  | { type: 'undo' }

const UNDO_STEPS = 100

/** Returns builder sections from fields in any form that the contract accepts. */
export function sectionsFrom(fields: unknown): Sections {
  return groupSections(normalizeFields(fields)).map((section, index) => ({ ...section, key: `section-${index + 1}` }))
}

/** Returns the initial state. */
export function initialState({ name, description, isTemplate, fields }: BuilderSeed): BuilderState {
  return { name, description, isTemplate, sections: sectionsFrom(fields), past: [], touched: null }
}

/** Returns all fields in order, each with its section. Empty sections are left out. */
export function fieldsOf(state: Pick<BuilderState, 'sections'>): WorkformField[] {
  return state.sections.flatMap(({ name, fields }) =>
    fields.map((field) => (field.section === name ? field : { ...field, section: name })),
  )
}

/** Counts the fields. */
export function countFields(sections: Sections): number {
  return sections.reduce((sum, section) => sum + section.fields.length, 0)
}

const isSameName = (a: string, b: string): boolean => a.trim().toLocaleLowerCase() === b.trim().toLocaleLowerCase()

/** Finds the section with this name, ignoring case. `except` is the key of a section to ignore. */
export function sectionNamed(sections: Sections, name: string, except?: string): BuilderSection | undefined {
  return sections.find((section) => section.key !== except && isSameName(section.name, name))
}

/** Returns an unused name for a new section. */
export function freeSectionName(sections: Sections): string {
  for (let n = 1; ; n++) {
    const name = n === 1 ? 'New section' : `New section ${n}`
    if (!sectionNamed(sections, name)) return name
  }
}

interface FieldPosition {
  section: number
  index: number
  field: WorkformField
}

function findField(sections: Sections, id: string): FieldPosition | undefined {
  for (const [section, { fields }] of sections.entries()) {
    const index = fields.findIndex((field) => field.id === id)
    const field = fields[index]
    if (field) return { section, index, field }
  }
  return undefined
}

const withFields = (
  sections: Sections,
  at: number,
  change: (fields: readonly WorkformField[]) => readonly WorkformField[],
): Sections =>
  sections.map((section, index) => (index === at ? { ...section, fields: change(section.fields) } : section))

const insertAt = <T>(list: readonly T[], at: number, item: T): T[] => [...list.slice(0, at), item, ...list.slice(at)]
const removeAt = <T>(list: readonly T[], at: number): T[] => list.filter((_, index) => index !== at)

/** Returns `key`, or a variant if it is taken. */
const freeKey = (sections: Sections, key: string): string =>
  sections.some((section) => section.key === key) ? freeKey(sections, `${key}+`) : key

/**
 * Appends a field to the section with this name, creating it if necessary. Without a name the field
 * becomes its own section.
 */
function appendField(sections: Sections, field: WorkformField, wanted: string, key: string): Sections {
  const name = wanted.trim() || field.name
  const found = sectionNamed(sections, name)
  if (!found) return [...sections, { key: freeKey(sections, key), name, fields: [field] }]
  return withFields(sections, sections.indexOf(found), (fields) => [...fields, field])
}

/** Removes a field. A section that existed only for this field is removed too. */
function removeField(sections: Sections, { section, index, field }: FieldPosition): Sections {
  const left = withFields(sections, section, (fields) => removeAt(fields, index))
  const current = left[section]
  return current && current.fields.length === 0 && isSameName(current.name, field.name) ? removeAt(left, section) : left
}

function updateField(sections: Sections, action: Extract<BuilderAction, { type: 'update-field' }>): Sections {
  const place = findField(sections, action.field.id)
  if (!place) return sections
  const current = sections[place.section]
  if (current && isSameName(current.name, action.section.trim() || action.field.name))
    return withFields(sections, place.section, (fields) =>
      fields.map((f, index) => (index === place.index ? action.field : f)),
    )
  return appendField(removeField(sections, place), action.field, action.section, action.key)
}

function moveField(sections: Sections, id: string, to: string, before: string | null): Sections {
  const place = findField(sections, id)
  const target = sections.find((section) => section.key === to)
  if (!place || !target || before === id) return sections
  const next = target.fields[target.fields.findIndex((field) => field.id === before)]
  const follower = sections[place.section]?.fields[place.index + 1]
  // The field is already there: no change and no undo step.
  if (sections[place.section] === target && follower?.id === next?.id) return sections
  const stays = sections[place.section] === target
  const left = stays
    ? withFields(sections, place.section, (fields) => removeAt(fields, place.index))
    : removeField(sections, place)
  const at = left.findIndex((section) => section.key === to)
  return withFields(left, at, (fields) => {
    const index = fields.findIndex((field) => field.id === before)
    return insertAt(fields, index < 0 ? fields.length : index, place.field)
  })
}

/** Moves a field up or down by one place, and past the edge of its section into the next one. */
function stepField(sections: Sections, id: string, by: 1 | -1): Sections {
  const place = findField(sections, id)
  const current = place && sections[place.section]
  if (!place || !current) return sections
  const other = current.fields[place.index + by]
  if (other)
    return moveField(sections, id, current.key, by < 0 ? other.id : (current.fields[place.index + 2]?.id ?? null))
  const next = sections[place.section + by]
  return next ? moveField(sections, id, next.key, by < 0 ? null : (next.fields[0]?.id ?? null)) : sections
}

function moveSection(sections: Sections, key: string, to: number): Sections {
  const at = sections.findIndex((section) => section.key === key)
  const moved = sections[at]
  const target = Math.max(0, Math.min(to, sections.length - 1))
  return moved && at !== target ? insertAt(removeAt(sections, at), target, moved) : sections
}

function renameSection(sections: Sections, key: string, name: string): Sections {
  const wanted = name.trim()
  if (wanted === '' || sectionNamed(sections, wanted, key)) return sections
  const found = sections.find((section) => section.key === key)
  return !found || found.name === wanted
    ? sections
    : sections.map((section) => (section === found ? { ...section, name: wanted } : section))
}

function duplicateField(sections: Sections, id: string, newId: string): Sections {
  const place = findField(sections, id)
  if (!place || findField(sections, newId)) return sections
  return withFields(sections, place.section, (fields) =>
    insertAt(fields, place.index + 1, { ...place.field, id: newId, name: `${place.field.name} (copy)`.slice(0, 200) }),
  )
}

type Structural = Exclude<BuilderAction, { type: 'name' | 'description' | 'template' | 'undo' }>

function applyChange(sections: Sections, action: Structural): Sections {
  switch (action.type) {
    case 'fields':
      return sectionsFrom(action.fields)
    case 'add-section': {
      const name = action.name.trim()
      return name === '' || sectionNamed(sections, name)
        ? sections
        : [...sections, { key: freeKey(sections, action.key), name, fields: [] }]
    }
    case 'rename-section':
      return renameSection(sections, action.key, action.name)
    case 'move-section':
      return moveSection(sections, action.key, action.to)
    case 'remove-section':
      return sections.some((s) => s.key === action.key) ? sections.filter((s) => s.key !== action.key) : sections
    case 'add-field':
      return findField(sections, action.field.id)
        ? sections
        : appendField(sections, action.field, action.section, action.key)
    case 'update-field':
      return updateField(sections, action)
    case 'duplicate-field':
      return duplicateField(sections, action.id, action.newId)
    case 'remove-field': {
      const place = findField(sections, action.id)
      return place ? removeField(sections, place) : sections
    }
    case 'move-field':
      return moveField(sections, action.id, action.section, action.before)
    case 'step-field':
      return stepField(sections, action.id, action.by)
  }
}

/**
 * Reduces builder actions. Actions that make no sense (an unknown id, a taken name) change nothing.
 */
export function builderReducer(state: BuilderState, action: BuilderAction): BuilderState {
  switch (action.type) {
    case 'name':
      return { ...state, name: action.name }
    case 'description':
      return { ...state, description: action.description }
    case 'template':
      return { ...state, isTemplate: action.isTemplate }
    case 'undo': {
      const sections = state.past.at(-1)
      return sections ? { ...state, sections, past: state.past.slice(0, -1), touched: null } : state
    }
    default: {
      const sections = applyChange(state.sections, action)
      if (sections === state.sections) return state
      // Typing into one field is one undo step, not one per keystroke.
      const touched = action.type === 'update-field' ? action.field.id : null
      const past =
        touched !== null && touched === state.touched ? state.past : [...state.past, state.sections].slice(-UNDO_STEPS)
      return { ...state, sections, past, touched }
    }
  }
}
