import { isBlank } from '@portal/contract/text'
import { addDays } from '@portal/contract/dates'
import { mergePreferences } from '@portal/contract/merge-preferences'
import { Preferences, type UnderstoodNotes } from '@portal/contract/preferences'
import * as z from 'zod'
import type { Env } from '../../../env.ts'
import { type AskOptions, askModel } from '../words/ask-model.ts'
import { type NotesContext, understandNotes } from './understand-notes.ts'

const { $schema: _, ...SCHEMA } = z.toJSONSchema(Preferences) as Record<string, unknown>

const TASK = `A bookkeeper has written notes about how to remind a client of open workforms. Extract the preferences \
for the reminders.
never: no reminders at all. hold: wait until the bookkeeper decides; ask_on is the date to ask on, or null. \
not_before: the first date with reminders. quiet: periods (yyyy-mm-dd, both dates included) without reminders, because \
the client is away or the notes say so. times: weekdays (0 is Sunday) and hours (HH:MM, 08:00 to 21:00). \
max: number of reminders in total. only_on: the only dates with reminders. every: days from one reminder to the next. \
tone: gentle, neutral or firm, before and after the due date. first, not_for and until_received: documents to ask for \
first, not to ask for, and that end the reminders, in the words of the notes. parts: documents with their own dates; \
an empty "what" means all others.
"today" is the day on which the notes were written. If the notes do not say, answer false, null, [] or neutral. Do not \
guess. If the notes can be read in two ways, answer with a hold.`

/** Dates further ahead than this are misread. */
const DAYS_AHEAD_MAX = 366

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

/** Returns why preferences of a model are refused: dates out of range or words that are not in the notes; or null. */
export function checkPreferences(read: Preferences, notes: string, today: string): string | null {
  const { quiet, only_on, not_before, hold, first, not_for, until_received, parts } = read
  const dates = [
    ...quiet.map((q) => q.until),
    ...(only_on ?? []),
    ...parts.flatMap((p) => [p.due ?? today, p.not_before ?? today]),
    not_before ?? today,
    hold?.ask_on ?? today,
  ]
  if (dates.some((date) => date < today || date > addDays(today, DAYS_AHEAD_MAX))) return 'dates'
  const known = new Set(wordsOf(notes))
  const texts = [...first, ...not_for, ...until_received, ...parts.flatMap((p) => p.what)]
  const isQuoted = (text: string): boolean => wordsOf(text).length > 0 && wordsOf(text).every((word) => known.has(word))
  return texts.every((text) => isQuoted(text) && !/[@<>{}/\\]/.test(text)) ? null : 'words'
}

/** Adds what a model has read to what the rules have understood. The result never allows more than the rules do. */
function combine(rules: UnderstoodNotes, model: Preferences): UnderstoodNotes {
  const { only_on, hold } = rules.preferences
  // Two different lists of dates would leave none.
  const read = { ...model, only_on: only_on ?? model.only_on, hold: hold ?? model.hold }
  return { ...rules, preferences: mergePreferences(rules.preferences, read) }
}

/**
 * Reads the preferences in a bookkeeper's notes, by rules and, when configured, with a language model whose answer is
 * checked. Never throws, and returns within the timeout.
 */
export async function readNotes(
  env: Env,
  notes: string,
  context: NotesContext,
  options: AskOptions = {},
): Promise<UnderstoodNotes> {
  const rules = understandNotes(notes, context)
  if (isBlank(notes)) return rules
  const data = { today: context.today, due_date: context.due, notes }
  const check = (read: Preferences): string | null => checkPreferences(read, notes, context.today)
  const question = { task: TASK, data, name: 'preferences', schema: SCHEMA }
  const read = await askModel(env, question, z.strictObject(Preferences.shape), check, options)
  return read ? combine(rules, read) : rules
}
