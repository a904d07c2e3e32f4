import { cleanLine, cutText, isBlank } from '@portal/contract/text'
import { INVALID_DATE } from '@portal/contract/dates'
import { isDate } from '@portal/contract/dates'
import { DEFAULT_REMINDER_HOURS, PREFERENCE_TEXT_MAX, REMINDER_HOURS } from '@portal/contract/limits'
import type { Tone } from '@portal/contract/no-preferences'
import type { Preferences } from '@portal/contract/preferences'

/** The form that adds or changes one preference. */

/** The preferences that the form can add or change. */
export const EDITABLE = [
  { value: 'quiet', label: 'Quiet period' },
  { value: 'not_before', label: 'Not before a date' },
  { value: 'only_on', label: 'Only on some dates' },
  { value: 'times', label: 'Days and hours' },
  { value: 'every', label: 'How often' },
  { value: 'max', label: 'Maximum number' },
  { value: 'tone', label: 'Tone' },
  { value: 'first', label: 'Ask first for' },
  { value: 'not_for', label: 'Do not ask for' },
  { value: 'until_received', label: 'Stop when received' },
  { value: 'parts', label: 'Dates for documents' },
  { value: 'hold', label: 'Hold until I release it' },
  { value: 'never', label: 'No reminders' },
] as const
export type EditableKind = (typeof EDITABLE)[number]['value']

export const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const

/** The values of the form, of which each kind uses some. */
export interface PreferenceForm {
  day: string
  /** Dates of a list. */
  days: string[]
  from: string
  until: string
  weekdays: string[]
  start: string
  end: string
  number: string
  before: Tone
  after: Tone
  text: string
}

/** Returns the item of a list that is changed: the one that is missing from the preferences without it. */
const changed = <T>(all: readonly T[], rest: readonly T[]): T | undefined => all.find((item) => !rest.includes(item))

/** Returns the values to start with. @param rest the preferences without the one that is changed */
export function initialForm(p: Preferences, rest: Preferences, kind: EditableKind): PreferenceForm {
  const period = changed(p.quiet, rest.quiet)
  const times = changed(p.times, rest.times)
  const part = kind === 'parts' ? changed(p.parts, rest.parts) : undefined
  const lists = { first: p.first, not_for: p.not_for, until_received: p.until_received }
  const number = kind === 'every' ? p.every : p.max
  return {
    day: (kind === 'hold' ? p.hold?.ask_on : p.not_before) ?? '',
    days: p.only_on ?? [],
    from: (part ? part.not_before : period?.from) ?? '',
    until: (part ? part.due : period?.until) ?? '',
    weekdays: (times?.weekdays ?? [1, 2, 3, 4, 5]).flatMap((day) => WEEKDAYS[day] ?? []),
    start: times?.from ?? DEFAULT_REMINDER_HOURS.from,
    end: times?.until ?? DEFAULT_REMINDER_HOURS.until,
    number: number === null ? '' : String(number),
    ...p.tone,
    text: (part?.what ?? (kind in lists ? lists[kind as keyof typeof lists] : [])).join(', '),
  }
}

/** Maximum number of documents in a list. */
const TEXTS_MAX = 10

function changeOf(kind: EditableKind, form: PreferenceForm, rest: Preferences): Partial<Preferences> {
  const texts = form.text
    .split(',')
    .map((text) => cutText(cleanLine(text), PREFERENCE_TEXT_MAX))
    .filter(Boolean)
    .slice(0, TEXTS_MAX)
  const weekdays = form.weekdays.map((name) => WEEKDAYS.findIndex((day) => day === name))
  switch (kind) {
    case 'quiet':
      return { quiet: [...rest.quiet, { from: form.from, until: form.until || form.from }] }
    case 'not_before':
      return { not_before: form.day }
    case 'only_on':
      return { only_on: [...new Set(form.days.filter(Boolean))].toSorted() }
    case 'times':
      return { times: [...rest.times, { weekdays, from: form.start, until: form.end }] }
    case 'every':
      return { every: Number(form.number) }
    case 'max':
      return { max: Number(form.number) }
    case 'tone':
      return { tone: { before: form.before, after: form.after } }
    case 'hold':
      return { hold: { ask_on: form.day || null, why: 'You asked to wait.' } }
    case 'never':
      return { never: true }
    case 'parts':
      return { parts: [...rest.parts, { what: texts, due: form.until || null, not_before: form.from || null }] }
    default:
      return { [kind]: texts }
  }
}

const isBetween = (text: string, most: number): boolean =>
  /^\d+$/.test(text) && Number(text) > 0 && Number(text) <= most

/** Returns what is wrong with the form, or undefined. The API checks the same. */
function problemOf(kind: EditableKind, form: PreferenceForm): string | undefined {
  const { from, until } = REMINDER_HOURS
  if ([form.day, form.from, form.until, ...form.days].some((day) => day !== '' && !isDate(day))) return INVALID_DATE
  switch (kind) {
    case 'quiet':
      if (!form.from) return 'Please choose a date.'
      return form.until && form.until < form.from ? 'The end is before the start.' : undefined
    case 'not_before':
      return form.day ? undefined : 'Please choose a date.'
    case 'only_on':
      return form.days.some(Boolean) ? undefined : 'Please choose a date.'
    case 'times':
      if (form.weekdays.length === 0) return 'Please choose at least one day.'
      if (form.start < from || form.end > until) return `Please choose times between ${from} and ${until}.`
      return form.start < form.end ? undefined : 'The end is before the start.'
    case 'every':
      return isBetween(form.number, 90) ? undefined : 'Please enter a number of days up to 90.'
    case 'max':
      return isBetween(form.number, 50) ? undefined : 'Please enter a number up to 50.'
    case 'parts':
      return form.from || form.until ? undefined : 'Please choose a date.'
    case 'first':
    case 'not_for':
    case 'until_received':
      return isBlank(form.text) ? 'Please name a document.' : undefined
    default:
      return undefined
  }
}

/** Returns the preferences with what the form says, or what is wrong with it. */
export function applyForm(
  kind: EditableKind,
  form: PreferenceForm,
  rest: Preferences,
): { preferences: Preferences } | { problem: string } {
  const problem = problemOf(kind, form)
  return problem === undefined ? { preferences: { ...rest, ...changeOf(kind, form, rest) } } : { problem }
}
