import { groupSections, normalizeFields, type WorkformField } from '@portal/contract/fields'

/** A section while it is being built: unlike a stored one it may be empty. `key` never changes and is never stored. */
export interface BuilderSection {
  key: string
  name: string
  fields: readonly WorkformField[]
}

type Sections = readonly BuilderSection[]

/** A workform while it is being built. The `section` of its fields is set when they are read with `fieldsOf`. */
export interface BuilderState {
  name: string
  description: string
  isTemplate: boolean
  sections: Sections
  /** Earlier sections, oldest first, for undo. */
  past: readonly Sections[]
  /** The field whose changes are still one step of undo. */
  touched: string | null
}

/** What a workform starts from. */
export interface BuilderSeed {
  name: string
  description: string
  isTemplate: boolean
  fields: unknown
}

/** Ids of new things come with the action, so that the same actions always give the same state. */
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

/** Sections as the builder holds them, from fields in any form the contract accepts. */
export function sectionsFrom(fields: unknown): Sections {
  return groupSections(normalizeFields(fields)).map((section, index) => ({ ...section, key: `section-${index + 1}` }))
}

/** A builder that holds a workform. */
export function initialState({ name, description, isTemplate, fields }: BuilderSeed): BuilderState {
  return { name, description, isTemplate, sections: sectionsFrom(fields), past: [], touched: null }
}

/** The fields in their order, each with its section. Empty sections hold nothing and do not count. */
export function fieldsOf(state: Pick<BuilderState, 'sections'>): WorkformField[] {
  return state.sections.flatMap(({ name, fields }) =>
    fields.map((field) => (field.section === name ? field : { ...field, section: name })),
  )
}

/** How many fields there are. */
export function countFields(sections: Sections): number {
  return sections.reduce((sum, section) => sum + section.fields.length, 0)
}

const same = (a: string, b: string): boolean => a.trim().toLocaleLowerCase() === b.trim().toLocaleLowerCase()

/** The section of this name, whatever its case; `except` is the key of one that does not count. */
export function sectionNamed(sections: Sections, name: string, except?: string): BuilderSection | undefined {
  return sections.find((section) => section.key !== except && same(section.name, name))
}

/** A name for a new section that no other has. */
export function freeSectionName(sections: Sections): string {
  for (let n = 1; ; n++) {
    const name = n === 1 ? 'New section' : `New section ${n}`
    if (!sectionNamed(sections, name)) return name
  }
}

interface Place {
  section: number
  index: number
  field: WorkformField
}

function find(sections: Sections, id: string): Place | undefined {
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

const inserted = <T>(list: readonly T[], at: number, item: T): T[] => [...list.slice(0, at), item, ...list.slice(at)]
const without = <T>(list: readonly T[], at: number): T[] => list.filter((_, index) => index !== at)

/** `key`, or one like it where it is taken. */
const freeKey = (sections: Sections, key: string): string =>
  sections.some((section) => section.key === key) ? freeKey(sections, `${key}+`) : key

/** Appends a field to the section of this name, which is made where there is none. Without a name the field is its own section. */
function put(sections: Sections, field: WorkformField, wanted: string, key: string): Sections {
  const name = wanted.trim() || field.name
  const found = sectionNamed(sections, name)
  if (!found) return [...sections, { key: freeKey(sections, key), name, fields: [field] }]
  return withFields(sections, sections.indexOf(found), (fields) => [...fields, field])
}

/** Takes a field out. A section that was only there for this field goes with it. */
function take(sections: Sections, { section, index, field }: Place): Sections {
  const left = withFields(sections, section, (fields) => without(fields, index))
  const home = left[section]
  return home && home.fields.length === 0 && same(home.name, field.name) ? without(left, section) : left
}

function update(sections: Sections, action: Extract<BuilderAction, { type: 'update-field' }>): Sections {
  const place = find(sections, action.field.id)
  if (!place) return sections
  const home = sections[place.section]
  if (home && same(home.name, action.section.trim() || action.field.name))
    return withFields(sections, place.section, (fields) =>
      fields.map((f, index) => (index === place.index ? action.field : f)),
    )
  return put(take(sections, place), action.field, action.section, action.key)
}

function moveField(sections: Sections, id: string, to: string, before: string | null): Sections {
  const place = find(sections, id)
  const target = sections.find((section) => section.key === to)
  if (!place || !target || before === id) return sections
  const next = target.fields[target.fields.findIndex((field) => field.id === before)]
  const follower = sections[place.section]?.fields[place.index + 1]
  // Already there: neither a change nor a step of undo.
  if (sections[place.section] === target && follower?.id === next?.id) return sections
  const stays = sections[place.section] === target
  const left = stays
    ? withFields(sections, place.section, (fields) => without(fields, place.index))
    : take(sections, place)
  const at = left.findIndex((section) => section.key === to)
  return withFields(left, at, (fields) => {
    const index = fields.findIndex((field) => field.id === before)
    return inserted(fields, index < 0 ? fields.length : index, place.field)
  })
}

/** One place up or down; past the edge of its section into the next one. */
function stepField(sections: Sections, id: string, by: 1 | -1): Sections {
  const place = find(sections, id)
  const home = place && sections[place.section]
  if (!place || !home) return sections
  const other = home.fields[place.index + by]
  if (other) return moveField(sections, id, home.key, by < 0 ? other.id : (home.fields[place.index + 2]?.id ?? null))
  const next = sections[place.section + by]
  return next ? moveField(sections, id, next.key, by < 0 ? null : (next.fields[0]?.id ?? null)) : sections
}

function moveSection(sections: Sections, key: string, to: number): Sections {
  const at = sections.findIndex((section) => section.key === key)
  const moved = sections[at]
  const target = Math.max(0, Math.min(to, sections.length - 1))
  return moved && at !== target ? inserted(without(sections, at), target, moved) : sections
}

function renameSection(sections: Sections, key: string, name: string): Sections {
  const wanted = name.trim()
  if (wanted === '' || sectionNamed(sections, wanted, key)) return sections
  const found = sections.find((section) => section.key === key)
  return !found || found.name === wanted
    ? sections
    : sections.map((section) => (section === found ? { ...section, name: wanted } : section))
}

function duplicate(sections: Sections, id: string, newId: string): Sections {
  const place = find(sections, id)
  if (!place || find(sections, newId)) return sections
  return withFields(sections, place.section, (fields) =>
    inserted(fields, place.index + 1, { ...place.field, id: newId, name: `${place.field.name} (copy)`.slice(0, 200) }),
  )
}

type Structural = Exclude<BuilderAction, { type: 'name' | 'description' | 'template' | 'undo' }>

function changed(sections: Sections, action: Structural): Sections {
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
      return find(sections, action.field.id) ? sections : put(sections, action.field, action.section, action.key)
    case 'update-field':
      return update(sections, action)
    case 'duplicate-field':
      return duplicate(sections, action.id, action.newId)
    case 'remove-field': {
      const place = find(sections, action.id)
      return place ? take(sections, place) : sections
    }
    case 'move-field':
      return moveField(sections, action.id, action.section, action.before)
    case 'step-field':
      return stepField(sections, action.id, action.by)
  }
}

/** The builder's reducer: pure. An action that makes no sense (an unknown id, a name already taken) changes nothing. */
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
      const sections = changed(state.sections, action)
      if (sections === state.sections) return state
      // What is typed into one field is one step of undo, not one per key.
      const touched = action.type === 'update-field' ? action.field.id : null
      const past =
        touched !== null && touched === state.touched ? state.past : [...state.past, state.sections].slice(-UNDO_STEPS)
      return { ...state, sections, past, touched }
    }
  }
}
