import { cleanLine, cleanText } from '@portal/contract/text'
import type { WorkformField } from '@portal/contract/fields'
import type { BuiltWorkform } from '@portal/contract/widgets'
import {
  appendField,
  duplicateField,
  findField,
  freeKey,
  moveField,
  moveSection,
  removeField,
  renameSection,
  sectionNamed,
  sectionsFrom,
  stepField,
  type Sections,
  updateField,
} from './sections.ts'

/** A workform in the builder. `fieldsOf` sets the `section` of its fields. */
export interface BuilderState {
  name: string
  description: string
  isTemplate: boolean
  /** Days from assignment to due date; null for no default. */
  dueDays: number | null
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
  dueDays?: number | null | undefined
  fields: unknown
}

/** Actions of the builder. They carry the ids of new items, so that the reducer is deterministic. */
export type BuilderAction =
  | { type: 'name'; name: string }
  | { type: 'description'; description: string }
  | { type: 'template'; isTemplate: boolean }
  | { type: 'due-days'; dueDays: number | null }
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

export function initialState({ name, description, isTemplate, dueDays = null, fields }: BuilderSeed): BuilderState {
  return { name, description, isTemplate, dueDays, sections: sectionsFrom(fields), past: [], touched: null }
}

/** Returns all fields in order, each with its section. Empty sections are left out. */
export function fieldsOf(state: Pick<BuilderState, 'sections'>): WorkformField[] {
  return state.sections.flatMap(({ name, fields }) =>
    fields.map((field) => (field.section === name ? field : { ...field, section: name })),
  )
}

/** Returns the workform to save. */
export const builtFrom = (state: BuilderState): BuiltWorkform => ({
  name: cleanLine(state.name),
  description: cleanText(state.description),
  fields: fieldsOf(state),
  is_template: state.isTemplate,
  due_days: state.dueDays,
})

type Structural = Exclude<BuilderAction, { type: 'name' | 'description' | 'template' | 'due-days' | 'undo' }>

function applyChange(sections: Sections, action: Structural): Sections {
  switch (action.type) {
    case 'fields':
      return sectionsFrom(action.fields)
    case 'add-section': {
      const name = cleanLine(action.name)
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
      return updateField(sections, action.field, action.section, action.key)
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
    case 'due-days':
      return { ...state, dueDays: action.dueDays }
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
