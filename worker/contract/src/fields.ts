import { numberProblem } from './numbers.ts'

/** The workform field (specification, section 3): one shape inside the product, many accepted at its border. */

export const FIELD_TYPES = [
  'short-text',
  'long-text',
  'email',
  'number',
  'date',
  'dropdown',
  'checkbox',
  'file',
  'download-reupload',
] as const
export type FieldType = (typeof FIELD_TYPES)[number]

/** The section of a field that names none and has no label either. */
export const DEFAULT_SECTION = 'General'

/** The file a bookkeeper offers for download in a download-reupload field. */
export interface TemplateFile {
  name: string
  /** Path in the upload bucket, or the id of the file row. */
  path: string
  /** Bytes. */
  size: number
  type: string
}

/** A normalized field. `id` is stable across renames and reorders; answers are keyed by it. */
export interface WorkformField {
  id: string
  name: string
  type: FieldType
  required: boolean
  section: string
  helpText?: string | undefined
  /** Choices of a dropdown or checkbox group. */
  options?: string[] | undefined
  templateFile?: TemplateFile | undefined
  instructionText?: string | undefined
  /** Bounds and decimals of a number field. */
  min?: number | undefined
  max?: number | undefined
  decimals?: number | undefined
  /** Extensions a file field accepts (with the dot); the product's list where absent. */
  accept?: string[] | undefined
  /** Most files of a file field. */
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

/** One answer: text, number as text, date as yyyy-mm-dd, choices, or files. */
export type Answer = string | number | boolean | string[] | FileAnswer[] | null
/** Answers of one section, keyed by field id. */
export type Answers = Record<string, Answer>

// A map: a type that arrives as "toString" or "constructor" must not find what every object inherits.
const ALIASES = new Map<string, FieldType>([
  ['text', 'short-text'],
  ['textarea', 'long-text'],
  ['select', 'dropdown'],
])

const isRecord = (v: unknown): v is Record<string, unknown> => typeof v === 'object' && v !== null && !Array.isArray(v)
const text = (v: unknown): string => (typeof v === 'string' ? v.trim() : '')

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

/** One element of a list: a text, a number, or an object that names it. */
function element(v: unknown): string {
  if (isRecord(v)) return element(v['label']) || element(v['name']) || element(v['value'])
  return typeof v === 'number' ? String(v) : text(v)
}

/** A list as it may arrive: an array, a JSON string of one, lines, or one line with commas or semicolons. */
function list(v: unknown): string[] {
  if (Array.isArray(v)) return v.map(element).filter((s) => s !== '')
  if (typeof v !== 'string') return []
  const json = parsed(v)
  if (Array.isArray(json)) return list(json)
  return list(v.split(/\r?\n/.test(v.trim()) ? /\r?\n/ : /[,;]/))
}

/** A switch as it may arrive: `true`, `1`, "true" or "1". */
const isOn = (v: unknown): boolean =>
  v === true || v === 1 || (typeof v === 'string' && ['true', '1'].includes(v.trim().toLowerCase()))
// Zero has one sign only: JSON knows no other.
function finite(v: unknown): number | undefined {
  const number = typeof v === 'string' && v.trim() !== '' ? Number(v) : v
  return typeof number === 'number' && Number.isFinite(number) ? number + 0 : undefined
}

function templateFile(v: unknown): TemplateFile | undefined {
  if (!isRecord(v)) return undefined
  const path = text(v['path']) || text(v['file_path'])
  const name = text(v['name']) || text(v['file_name'])
  if (!path || !name) return undefined
  return { name, path, size: finite(v['size']) ?? finite(v['file_size']) ?? 0, type: text(v['type']) }
}

function normalizeField(raw: Record<string, unknown>, index: number, taken: Set<string>): WorkformField | undefined {
  const name = text(raw['name']) || text(raw['label'])
  if (!name) return undefined
  const given = text(raw['type'])
  const type = FIELD_TYPES.find((t) => t === given) ?? ALIASES.get(given) ?? 'short-text'
  let id = text(raw['id']) || `field-${index + 1}`
  // Answers are keyed by id: one that every object inherits would look answered.
  while (taken.has(id) || Object.hasOwn(Object.prototype, id)) id = `${id}-${index + 1}`
  taken.add(id)
  const field: WorkformField = {
    id,
    name,
    type,
    required: isOn(raw['required']),
    section: text(raw['section']) || name || DEFAULT_SECTION,
  }
  const help = text(raw['helpText']) || text(raw['description'])
  if (help) field.helpText = help
  // One line each: that is how they are shown and edited.
  const options = list(raw['options']).map((option) => option.replace(/\s+/g, ' '))
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
 * Reads `fields` as they may arrive (a list or a JSON string of one; legacy aliases of types and names; no section) and
 * gives the one shape used inside. Fields without a name are dropped. Idempotent.
 */
export function normalizeFields(input: unknown): WorkformField[] {
  const raw = typeof input === 'string' ? parsed(input) : input
  if (!Array.isArray(raw)) return []
  const taken = new Set<string>()
  return raw.flatMap((item, index) => (isRecord(item) ? (normalizeField(item, index, taken) ?? []) : []))
}

/** A section with its fields, in the order in which sections first appear. */
export interface WorkformSection {
  name: string
  fields: WorkformField[]
}

/** Groups fields into sections by their `section` value, keeping the order of first appearance. */
export function groupSections(fields: readonly WorkformField[]): WorkformSection[] {
  const sections = new Map<string, WorkformField[]>()
  for (const field of fields) {
    const found = sections.get(field.section)
    if (found) found.push(field)
    else sections.set(field.section, [field])
  }
  return [...sections].map(([name, grouped]) => ({ name, fields: grouped }))
}

/** Whether a field takes files. */
export function takesFiles(field: Pick<WorkformField, 'type'>): boolean {
  return field.type === 'file' || field.type === 'download-reupload'
}

/** Whether an answer counts as given: a list needs an element, text a character that is not blank. */
export function isAnswered(answer: Answer | undefined): boolean {
  if (answer === undefined || answer === null || answer === false) return false
  if (Array.isArray(answer)) return answer.length > 0
  return typeof answer === 'string' ? answer.trim() !== '' : true
}

/** The required fields of a section that have no answer yet, in order. */
export function missingRequired(fields: readonly WorkformField[], answers: Answers): WorkformField[] {
  return fields.filter((f) => f.required && !isAnswered(answers[f.id]))
}

// None of the characters to which a list of addresses or a header gives a meaning, and none that cannot be seen.
const PART = String.raw`[^\s@<>()[\]\\,;:"\p{Cc}\p{Cf}\p{Cs}]+`
const EMAIL = new RegExp(String.raw`^${PART}@${PART}\.${PART}$`, 'u')
/** Whether a text has the form of an e-mail address. */
export function isEmail(value: string): boolean {
  return value.length <= 254 && EMAIL.test(value)
}

/** The link that writes to an address: `a?bcc=b@x.example` is one person's address, and no more. */
export const mailtoLink = (email: string): string =>
  `mailto:${encodeURIComponent(email.toWellFormed()).replace('%40', '@')}`

const DATE = /^\d{4}-\d{2}-\d{2}$/
/** Whether a text is a calendar date yyyy-mm-dd that exists. */
export function isDate(value: string): boolean {
  if (!DATE.test(value)) return false
  const date = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value)
}

/** Before that, a year is a slip: '0026' for 2026. */
const FIRST_YEAR = '1900'

function dateProblem(value: string): string | undefined {
  if (!isDate(value)) return 'Please enter a valid date.'
  return value < FIRST_YEAR ? `Please check the year: it is before ${FIRST_YEAR}.` : undefined
}

/**
 * What is wrong with the form of an answer, as a sentence for the person who gave it, or `undefined`.
 * Emptiness is not judged here: see `missingRequired`.
 */
export function answerProblem(field: WorkformField, answer: Answer | undefined): string | undefined {
  if (!isAnswered(answer)) return undefined
  if (takesFiles(field)) return Array.isArray(answer) ? undefined : 'Please upload a file.'
  if (field.type === 'checkbox' && Array.isArray(answer)) {
    const known = new Set(field.options ?? [])
    return answer.every((a) => typeof a === 'string' && known.has(a)) ? undefined : 'Please choose from the list.'
  }
  if (field.type === 'checkbox' && answer === true) return undefined
  if (Array.isArray(answer) || typeof answer === 'boolean') return 'Please enter a text.'
  const value = String(answer)
  if (value.length > 20_000) return 'This text is too long (20,000 characters at most).'
  if (field.type === 'email' && !isEmail(value)) return 'Please enter a valid email address.'
  if (field.type === 'date') return dateProblem(value)
  if (field.type === 'dropdown' && !(field.options ?? []).includes(value)) return 'Please choose from the list.'
  return field.type === 'number' ? numberProblem(field, value) : undefined
}
