import { INVALID_DATE, isDate } from './dates.ts'
import { cleanEmail, EMAIL_INVALID, isEmail } from './emails.ts'
import type { WorkformField } from './fields.ts'
import { known } from './known.ts'
import { numberProblem } from './numbers.ts'

export const CHOOSE_FROM_LIST = 'Please choose from the list.'

/** Returns whether a text is one of the options of a field. */
export const isOption = ({ options = [] }: Pick<WorkformField, 'options'>, text: string): boolean =>
  options.includes(text)

// An earlier year is a typing mistake, such as '0026' for 2026.
const FIRST_YEAR = '1900'

function dateProblem(value: string): string | undefined {
  if (!isDate(value)) return INVALID_DATE
  return value < FIRST_YEAR ? `Please check the year: it is before ${FIRST_YEAR}.` : undefined
}

/** What a field type means for answers. */
interface FieldTypeRules {
  /** What an answer consists of. Without a list of options, `options` is a single checkbox. */
  holds: 'text' | 'option' | 'options' | 'files'
  /** Seconds that an answer usually takes. Files have to be found first. */
  seconds: number
  /** Returns what is wrong with an answer of text, as a sentence for the client. */
  problem?: (text: string, field: WorkformField) => string | undefined
}

/**
 * All field types. A new one is an entry here, in `clean-answers.ts`, in what the builder says about types
 * (`mf-workforms/src/builder/field-types.ts`), and in `FieldInput` of the kit.
 */
const RULES = {
  'short-text': { holds: 'text', seconds: 20 },
  'long-text': { holds: 'text', seconds: 90 },
  email: { holds: 'text', seconds: 15, problem: (text) => (isEmail(cleanEmail(text)) ? undefined : EMAIL_INVALID) },
  number: { holds: 'text', seconds: 20, problem: (text, field) => numberProblem(field, text) },
  date: { holds: 'text', seconds: 15, problem: dateProblem },
  dropdown: {
    holds: 'option',
    seconds: 15,
    problem: (text, field) => (isOption(field, text) ? undefined : CHOOSE_FROM_LIST),
  },
  checkbox: { holds: 'options', seconds: 15 },
  file: { holds: 'files', seconds: 120 },
  'download-reupload': { holds: 'files', seconds: 300 },
} as const satisfies Record<string, FieldTypeRules>

export type FieldType = keyof typeof RULES
export const FIELD_TYPES = Object.keys(RULES) as [FieldType, ...FieldType[]]

/** Returns what a field type means. One that only a newer portal knows is treated as text. */
export const rulesOf = (type: string): FieldTypeRules => known<FieldTypeRules>(RULES, type) ?? RULES['short-text']
