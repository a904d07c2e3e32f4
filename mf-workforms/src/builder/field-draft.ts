import { type FieldType, takesFiles, type TemplateFile, type WorkformField } from '@portal/contract/fields'
import { CLIENT_FILE_EXTENSIONS, REUPLOAD_EXTENSIONS } from '@portal/contract/files'
import { tooManyCharacters, tooManyToAdd } from '@portal/contract/limit-messages'
import { MAX_FILES_PER_FIELD } from '@portal/contract/limits'
import { isNumber, numberProblem } from '@portal/contract/numbers'
import { optionLines, repeatIn } from './option-list.ts'

/** A field as its form holds it: what was typed, even where it is not valid (yet). */
export interface FieldDraft {
  name: string
  type: FieldType
  required: boolean
  section: string
  helpText: string
  /** One choice per line. */
  options: string
  instructionText: string
  templateFile: TemplateFile | null
  min: string
  max: string
  decimals: string
  /** Accepted extensions; empty stands for all that the product takes. */
  accept: string[]
  maxFiles: string
}

/** What is wrong, by the part of the form it is shown at. */
export type FieldProblems = Partial<Record<keyof FieldDraft, string>>

/** Longest texts (characters) and lists that a stored field takes. */
export const FIELD_LIMITS = {
  name: 200,
  section: 200,
  helpText: 2000,
  instructionText: 4000,
  options: 200,
  option: 200,
  decimals: 10,
} as const

/** An empty form. */
export const blankDraft = (section = '', type: FieldType = 'short-text'): FieldDraft => ({
  name: '',
  type,
  required: false,
  section,
  helpText: '',
  options: '',
  instructionText: '',
  templateFile: null,
  min: '',
  max: '',
  decimals: '',
  accept: [],
  maxFiles: '',
})

/** Whether nothing was typed that would be missed. */
export function isBlank(draft: FieldDraft): boolean {
  return (
    !draft.name.trim() &&
    !draft.helpText.trim() &&
    !draft.options.trim() &&
    !draft.instructionText.trim() &&
    !draft.templateFile
  )
}

const shown = (value: number | undefined): string => (value === undefined ? '' : String(value))

/** The form of a field. */
export function draftOf(field: WorkformField, section: string): FieldDraft {
  return {
    ...blankDraft(section, field.type),
    name: field.name,
    required: field.required,
    helpText: field.helpText ?? '',
    options: (field.options ?? []).join('\n'),
    instructionText: field.instructionText ?? '',
    templateFile: field.templateFile ?? null,
    min: shown(field.min),
    max: shown(field.max),
    decimals: shown(field.decimals),
    accept: field.accept ?? [],
    maxFiles: shown(field.maxFiles),
  }
}

/** Extensions a type of field may accept at all. */
export function allowedExtensions(type: FieldType): readonly string[] {
  return type === 'download-reupload' ? REUPLOAD_EXTENSIONS : CLIENT_FILE_EXTENSIONS
}

const hasOptions = (type: FieldType): boolean => type === 'dropdown' || type === 'checkbox'
const number = (text: string): number | undefined =>
  text === '' ? undefined : isNumber(text) ? Number(text) : Number.NaN

function optionsProblem({ type, options }: FieldDraft): string | undefined {
  if (!hasOptions(type)) return undefined
  const lines = optionLines(options)
  if (type === 'dropdown' && lines.length === 0) return 'Please add at least one option.'
  const twice = repeatIn(lines)
  if (twice) return twice
  if (lines.length > FIELD_LIMITS.options) return tooManyToAdd(FIELD_LIMITS.options, 'options')
  const long = lines.find((line) => line.length > FIELD_LIMITS.option)
  return long === undefined ? undefined : tooManyCharacters(FIELD_LIMITS.option, 'per option')
}

function numberProblems({ min, max, decimals }: FieldDraft): FieldProblems {
  const problems: FieldProblems = {}
  const [low, high, places] = [number(min), number(max), number(decimals)]
  const [lowProblem, highProblem] = [min, max].map((text) => (text === '' ? undefined : numberProblem({}, text)))
  if (lowProblem) problems.min = lowProblem
  if (highProblem) problems.max = highProblem
  else if (low !== undefined && high !== undefined && high < low) problems.max = 'The maximum is below the minimum.'
  if (places !== undefined && !(Number.isInteger(places) && places >= 0 && places <= FIELD_LIMITS.decimals))
    problems.decimals = `Please enter a whole number from 0 to ${FIELD_LIMITS.decimals}.`
  return problems
}

function fileProblems({ maxFiles }: FieldDraft): FieldProblems {
  const most = number(maxFiles)
  if (most === undefined || (Number.isInteger(most) && most >= 1 && most <= MAX_FILES_PER_FIELD)) return {}
  return { maxFiles: `Please enter a whole number from 1 to ${MAX_FILES_PER_FIELD}.` }
}

/** What keeps a form from becoming a field, by part. `needsTemplate`: a download-reupload field needs its file (assign dialog). */
export function problemsOf(draft: FieldDraft, needsTemplate: boolean): FieldProblems {
  const problems: FieldProblems = {}
  if (draft.name.trim() === '') problems.name = 'Please enter a field name.'
  const options = optionsProblem(draft)
  if (options) problems.options = options
  if (draft.type === 'number') Object.assign(problems, numberProblems(draft))
  if (takesFiles(draft)) Object.assign(problems, fileProblems(draft))
  if (draft.type === 'download-reupload' && needsTemplate && !draft.templateFile)
    problems.templateFile = 'Please upload a template file.'
  return problems
}

function numberParts(draft: FieldDraft): Partial<WorkformField> {
  const parts: Partial<WorkformField> = {}
  for (const key of ['min', 'max', 'decimals'] as const) {
    const value = number(draft[key])
    if (value !== undefined) parts[key] = value
  }
  return parts
}

function fileParts(draft: FieldDraft): Partial<WorkformField> {
  const parts: Partial<WorkformField> = {}
  const allowed = allowedExtensions(draft.type)
  const accept = allowed.filter((extension) => draft.accept.includes(extension))
  if (accept.length > 0 && accept.length < allowed.length) parts.accept = accept
  const most = number(draft.maxFiles)
  if (most !== undefined) parts.maxFiles = most
  if (draft.type === 'download-reupload' && draft.templateFile) parts.templateFile = draft.templateFile
  if (draft.instructionText.trim()) parts.instructionText = draft.instructionText.trim()
  return parts
}

/** The field of a form without problems. Only what its type knows is kept. */
export function fieldOf(draft: FieldDraft, id: string): WorkformField {
  const name = draft.name.trim()
  const help = draft.helpText.trim()
  const options = hasOptions(draft.type) ? optionLines(draft.options) : []
  return {
    id,
    name,
    type: draft.type,
    required: draft.required,
    section: draft.section.trim() || name,
    ...(help ? { helpText: help } : {}),
    ...(options.length > 0 ? { options } : {}),
    ...(draft.type === 'number' ? numberParts(draft) : {}),
    ...(takesFiles(draft) ? fileParts(draft) : {}),
  }
}
