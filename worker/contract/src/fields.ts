import { asciiEmail } from './emails.ts'
import { CHOOSE_FROM_LIST, FIELD_TYPES, type FieldType, isOption, rulesOf } from './field-types.ts'
import type { NonAnswers } from './non-answers.ts'
import { isObject } from './is-object.ts'
import { tooManyCharacters } from './limit-messages.ts'
import { ANSWER_TEXT_MAX } from './limits.ts'
import { finite, isOn, list, parsed, text } from './loose-values.ts'
import { cleanLine, isBlank } from './text.ts'

export { FIELD_TYPES, type FieldType } from './field-types.ts'
export { isDate } from './dates.ts'

/** Workform fields: the many accepted input formats, the one normalized format, and the rules for answers. */

/** The section of a field that has neither a section nor a label. */
export const DEFAULT_SECTION = 'General'

/** The file that a download-reupload field offers for download. */
export interface TemplateFile {
  name: string
  /** Path in the upload bucket, or id of the file row. */
  path: string
  /** Bytes. */
  size: number
  type: string
}

/** A normalized field. Answers are keyed by `id`, which is stable when the field is renamed or moved. */
export interface WorkformField {
  id: string
  name: string
  type: FieldType
  required: boolean
  /** Whether a required field needs an answer, so that "I don't have it" does not suffice. */
  answerRequired?: boolean | undefined
  section: string
  helpText?: string | undefined
  /** Options of a dropdown or checkbox group. */
  options?: string[] | undefined
  templateFile?: TemplateFile | undefined
  instructionText?: string | undefined
  /** Bounds and decimal places of a number field. */
  min?: number | undefined
  max?: number | undefined
  decimals?: number | undefined
  /** Accepted extensions of a file field, with the dot. Default: all extensions that the portal accepts. */
  accept?: string[] | undefined
  /** Maximum number of files. */
  maxFiles?: number | undefined
}

/** A file inside an answer. */
export interface FileAnswer {
  id: string
  name: string
  path: string
  /** Bytes. */
  size: number
  type: string
}

/** An answer: text, a number as text, a date (yyyy-mm-dd), options or files. */
export type Answer = string | number | boolean | string[] | FileAnswer[] | null
/** Answers of one section, keyed by field id. */
export type Answers = Record<string, Answer>

// A map, because a type named "toString" or "constructor" must not match an inherited property.
const ALIASES = new Map<string, FieldType>([
  ['text', 'short-text'],
  ['textarea', 'long-text'],
  ['select', 'dropdown'],
])

function templateFile(v: unknown): TemplateFile | undefined {
  if (!isObject(v)) return undefined
  const path = text(v['path']) || text(v['file_path'])
  const name = text(v['name']) || text(v['file_name'])
  if (!path || !name) return undefined
  return { name, path, size: finite(v['size']) ?? finite(v['file_size']) ?? 0, type: text(v['type']) }
}

function normalizeField(raw: Record<string, unknown>, index: number, taken: Set<string>): WorkformField | undefined {
  const name = cleanLine(text(raw['name']) || text(raw['label']))
  if (!name) return undefined
  const given = text(raw['type'])
  const type = FIELD_TYPES.find((t) => t === given) ?? ALIASES.get(given) ?? 'short-text'
  let id = text(raw['id']) || `field-${index + 1}`
  // Answers are keyed by id, so an inherited property name would look answered.
  while (taken.has(id) || Object.hasOwn(Object.prototype, id)) id = `${id}-${index + 1}`
  taken.add(id)
  const field: WorkformField = {
    id,
    name,
    type,
    required: isOn(raw['required']),
    section: cleanLine(text(raw['section'])) || name || DEFAULT_SECTION,
  }
  if (isOn(raw['answerRequired'])) field.answerRequired = true
  const help = text(raw['helpText']) || text(raw['description'])
  if (help) field.helpText = help
  // Options are shown and edited as one line each.
  const options = list(raw['options'])
    .map(cleanLine)
    .filter((option) => option !== '')
  if (options.length > 0) field.options = [...new Set(options)]
  const template = templateFile(raw['templateFile'])
  if (template) field.templateFile = template
  const instruction = text(raw['instructionText'])
  if (instruction) field.instructionText = instruction
  for (const key of ['min', 'max', 'decimals', 'maxFiles'] as const) {
    const value = finite(raw[key])
    if (value !== undefined) field[key] = value
  }
  const accept = list(raw['accept'])
  if (accept.length > 0) field.accept = accept
  return field
}

/**
 * Normalizes fields: a list or its JSON, with legacy names and types, with or without sections. Drops fields
 * without a name. Idempotent.
 */
export function normalizeFields(input: unknown): WorkformField[] {
  const raw = typeof input === 'string' ? parsed(input) : input
  if (!Array.isArray(raw)) return []
  const taken = new Set<string>()
  return raw.flatMap((item, index) => (isObject(item) ? (normalizeField(item, index, taken) ?? []) : []))
}

export interface WorkformSection {
  name: string
  fields: WorkformField[]
}

/** Groups fields by section, in order of first appearance. */
export function groupSections(fields: readonly WorkformField[]): WorkformSection[] {
  const sections = new Map<string, WorkformField[]>()
  for (const field of fields) {
    const known = sections.get(field.section)
    if (known) known.push(field)
    else sections.set(field.section, [field])
  }
  return [...sections].map(([name, grouped]) => ({ name, fields: grouped }))
}

/** Returns whether the answer to a field consists of files. */
export function takesFiles(field: Pick<WorkformField, 'type'>): boolean {
  return rulesOf(field.type).holds === 'files'
}

/** Returns whether an answer is given: a list needs an element, text a visible character. */
export function isAnswered(answer: Answer | undefined): boolean {
  if (answer === undefined || answer === null || answer === false) return false
  if (Array.isArray(answer)) return answer.length > 0
  return typeof answer === 'string' ? !isBlank(answer) : true
}

/** Returns whether a client can say why there is no answer. */
export const acceptsNonAnswer = (field: Pick<WorkformField, 'answerRequired'>): boolean => !field.answerRequired

/** Returns the required fields, in order, without an answer, or what the field accepts in place of one. */
export function missingRequired(
  fields: readonly WorkformField[],
  answers: Answers,
  nonAnswers: NonAnswers = {},
): WorkformField[] {
  const isSettled = (field: WorkformField): boolean =>
    isAnswered(answers[field.id]) || (acceptsNonAnswer(field) && Object.hasOwn(nonAnswers, field.id))
  return fields.filter((f) => f.required && !isSettled(f))
}

/** Returns a mailto link to one address; `a?bcc=b@x.example` is encoded and adds no recipient. */
export const mailtoLink = (email: string): string =>
  `mailto:${encodeURIComponent(asciiEmail(email.toWellFormed())).replace('%40', '@')}`

/**
 * Returns what is wrong with the format of an answer, as a sentence for the client. Empty answers have no
 * problem, see `missingRequired`.
 */
export function answerProblem(field: WorkformField, answer: Answer | undefined): string | undefined {
  if (!isAnswered(answer)) return undefined
  const { holds, problem } = rulesOf(field.type)
  if (holds === 'files') return Array.isArray(answer) ? undefined : 'Please upload a file.'
  if (holds === 'options' && Array.isArray(answer))
    return answer.every((a) => typeof a === 'string' && isOption(field, a)) ? undefined : CHOOSE_FROM_LIST
  // A checkbox without options.
  if (holds === 'options' && answer === true) return undefined
  if (Array.isArray(answer) || typeof answer === 'boolean') return 'Please enter text.'
  const value = String(answer)
  return value.length > ANSWER_TEXT_MAX ? tooManyCharacters(ANSWER_TEXT_MAX) : problem?.(value, field)
}
