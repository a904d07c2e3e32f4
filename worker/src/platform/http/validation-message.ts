import type * as z from 'zod'

type Issue = z.core.$ZodRawIssue

/** Returns the display name of the field at a path: 'due_date' is 'Due date', 'workform_id' is 'Workform'. */
export function fieldName(path: readonly PropertyKey[]): string {
  const last = path.findLast((part) => typeof part === 'string') ?? ''
  const words = last
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .replace(/_ids?$/, '')
    .split('_')
    .join(' ')
    .trim()
    .toLowerCase()
  if (words === '') return 'This'
  if (words === 'url') return 'URL'
  return words === 'id' ? 'The id' : words.charAt(0).toUpperCase() + words.slice(1)
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  tuple: 'a list',
  object: 'an object',
  record: 'an object',
  date: 'a date',
  null: 'empty',
}

const FORMATS: Readonly<Record<string, string>> = {
  uuid: 'a valid id',
  email: 'a valid email address',
  url: 'a web address',
  datetime: 'a date and time, such as 2026-01-31T12:00:00Z',
  date: 'a date, such as 2026-01-31',
}

const counted = (n: number | bigint, one: string, many: string): string => `${n} ${Number(n) === 1 ? one : many}`

function sizeOf(issue: Issue & { code: 'too_small' | 'too_big' }): string {
  const [limit, least] = issue.code === 'too_small' ? [issue.minimum, true] : [issue.maximum, false]
  if (issue.origin === 'string' && least && Number(limit) <= 1) return 'is required'
  const bound = least ? 'at least' : 'at most'
  if (issue.origin === 'string') return `must have ${bound} ${counted(limit, 'character', 'characters')}`
  if (issue.origin === 'array' || issue.origin === 'set')
    return `must have ${bound} ${counted(limit, 'entry', 'entries')}`
  if (issue.inclusive === false) return `must be ${least ? 'more' : 'less'} than ${limit}`
  return `must be ${bound} ${limit}`
}

function predicate(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'is required' : `must be ${TYPES[issue.expected] ?? 'of another type'}`
    case 'too_small':
    case 'too_big':
      return sizeOf(issue)
    case 'invalid_format':
      return FORMATS[issue.format] ? `must be ${FORMATS[issue.format]}` : 'does not have the right format'
    case 'invalid_value':
      if (issue.input === undefined) return 'is required'
      return issue.values.length === 1
        ? `must be ${String(issue.values[0])}`
        : `must be one of: ${issue.values.map(String).join(', ')}`
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`
    case 'unrecognized_keys':
      return `must not contain ${issue.keys.join(', ')}`
    default:
      return issue.input === undefined ? 'is required' : 'is not valid'
  }
}

/**
 * Returns a validation message in plain English, for schemas without a message of their own: the `error` of
 * `safeParse`.
 */
export const validationMessage = (issue: Issue): string => `${fieldName(issue.path ?? [])} ${predicate(issue)}.`
