import { cleanLine, cleanText, isBlank } from '@portal/contract/text'
import { rulesOf } from '@portal/contract/field-types'
import { type FieldType, takesFiles, type TemplateFile, type WorkformField } from '@portal/contract/fields'
import { CLIENT_FILE_EXTENSIONS, REUPLOAD_EXTENSIONS } from '@portal/contract/files'
import { tooManyCharacters, tooManyToAdd } from '@portal/contract/limit-messages'
import { MAX_FILES_PER_FIELD } from '@portal/contract/limits'
import { isNumber, numberProblem } from '@portal/contract/numbers'
import { optionLines, findDuplicate } from './option-list.ts'

/** The input of a field form, valid or not. */
export interface FieldDraft {
  name: string
  type: FieldType
  required: boolean
  /** Whether a required field needs an answer, not a reason why there is none. */
  answerRequired: boolean
  section: string
  helpText: string
  /** One option per line. */
  options: string
  instructionText: string
  templateFile: TemplateFile | null
  min: string
  max: string
  decimals: string
  /** Accepted extensions; empty means all that are supported. */
  accept: string[]
  maxFiles: string
}

/** Error messages by form field. */
export type FieldProblems = Partial<Record<keyof FieldDraft, string>>

/** Maximum lengths of texts (characters) and lists. */
export const FIELD_LIMITS = {
  name: 200,
  section: 200,
  helpText: 2000,
  instructionText: 4000,
  options: 200,
  option: 200,
  decimals: 10,
} as const

/** Returns an empty draft. */
export const blankDraft = (section = '', type: FieldType = 'short-text'): FieldDraft => ({
  name: '',
  type,
  required: false,
  answerRequired: false,
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

/** Returns whether nothing worth keeping was typed. */
export function isEmptyDraft(draft: FieldDraft): boolean {
  return (
    isBlank(draft.name) &&
    isBlank(draft.helpText) &&
    isBlank(draft.options) &&
    isBlank(draft.instructionText) &&
    !draft.templateFile
  )
}

const toText = (value: number | undefined): string => (value === undefined ? '' : String(value))

/** Returns the draft of a stored field. */
export function draftOf(field: WorkformField, section: string): FieldDraft {
  return {
    ...blankDraft(section, field.type),
    name: field.name,
    required: field.required,
    answerRequired: field.answerRequired ?? false,
    helpText: field.helpText ?? '',
    options: (field.options ?? []).join('\n'),
    instructionText: field.instructionText ?? '',
    templateFile: field.templateFile ?? null,
    min: toText(field.min),
    max: toText(field.max),
    decimals: toText(field.decimals),
    accept: field.accept ?? [],
    maxFiles: toText(field.maxFiles),
  }
}

/** Returns the extensions that a field type supports. */
export function allowedExtensions(type: FieldType): readonly string[] {
  return type === 'download-reupload' ? REUPLOAD_EXTENSIONS : CLIENT_FILE_EXTENSIONS
}

export function hasOptions(type: FieldType): boolean {
  const { holds } = rulesOf(type)
  return holds === 'option' || holds === 'options'
}
const number = (text: string): number | undefined =>
  text === '' ? undefined : isNumber(text) ? Number(text) : Number.NaN

function optionsProblem({ type, options }: FieldDraft): string | undefined {
  if (!hasOptions(type)) return undefined
  const lines = optionLines(options)
  if (rulesOf(type).holds === 'option' && lines.length === 0) return 'Please add at least one option.'
  const duplicate = findDuplicate(lines)
  if (duplicate) return duplicate
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

/**
 * Returns the problems of a draft. With `needsTemplate`, a download-reupload field requires a
 * template file (assign dialog).
 */
export function validateDraft(draft: FieldDraft, needsTemplate: boolean): FieldProblems {
  const problems: FieldProblems = {}
  if (isBlank(draft.name)) problems.name = 'Please enter a field name.'
  const options = optionsProblem(draft)
  if (options) problems.options = options
  if (draft.type === 'number') Object.assign(problems, numberProblems(draft))
  if (takesFiles(draft)) Object.assign(problems, fileProblems(draft))
  if (draft.type === 'download-reupload' && needsTemplate && !draft.templateFile)
    problems.templateFile = 'Please upload a template file.'
  return problems
}

function numberProperties(draft: FieldDraft): Partial<WorkformField> {
  const properties: Partial<WorkformField> = {}
  for (const key of ['min', 'max', 'decimals'] as const) {
    const value = number(draft[key])
    if (value !== undefined) properties[key] = value
  }
  return properties
}

function fileProperties(draft: FieldDraft): Partial<WorkformField> {
  const properties: Partial<WorkformField> = {}
  const allowed = allowedExtensions(draft.type)
  const accept = allowed.filter((extension) => draft.accept.includes(extension))
  if (accept.length > 0 && accept.length < allowed.length) properties.accept = accept
  const most = number(draft.maxFiles)
  if (most !== undefined) properties.maxFiles = most
  if (draft.type === 'download-reupload' && draft.templateFile) properties.templateFile = draft.templateFile
  if (!isBlank(draft.instructionText)) properties.instructionText = cleanText(draft.instructionText)
  return properties
}

/** Returns the field of a valid draft, with only the properties of its type. */
export function fieldOf(draft: FieldDraft, id: string): WorkformField {
  const name = cleanLine(draft.name)
  const help = cleanText(draft.helpText)
  const options = hasOptions(draft.type) ? optionLines(draft.options) : []
  return {
    id,
    name,
    type: draft.type,
    required: draft.required,
    ...(draft.required && draft.answerRequired ? { answerRequired: true } : {}),
    section: cleanLine(draft.section) || name,
    ...(help ? { helpText: help } : {}),
    ...(options.length > 0 ? { options } : {}),
    ...(draft.type === 'number' ? numberProperties(draft) : {}),
    ...(takesFiles(draft) ? fileProperties(draft) : {}),
  }
}
