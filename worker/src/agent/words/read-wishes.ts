import { NoteWishes, type WishesSource } from '@portal/contract/agent'
import * as z from 'zod'
import type { Env } from '../../env.ts'
import { joinSpans, QUIET_DAYS_MAX } from './absences.ts'
import { type AskOptions, askModel } from './ask-model.ts'
import { dayOf } from './date-words.ts'
import { NOT_ASKABLE, readWishesByRules } from './read-wishes-by-rules.ts'

const SCHEMA = {
  type: 'object',
  properties: {
    tone: { enum: ['gentle', 'neutral', 'firm'] },
    quiet: {
      type: 'array',
      items: {
        type: 'object',
        properties: { from: { type: ['string', 'null'] }, until: { type: 'string' } },
        required: ['from', 'until'],
        additionalProperties: false,
      },
    },
    cadence: { enum: ['less', 'normal', 'more'] },
    first: { type: ['string', 'null'] },
  },
  required: ['tone', 'quiet', 'cadence', 'first'],
  additionalProperties: false,
} as const

const TASK = `A bookkeeper has written notes about how to remind a client of open workforms. Extract the wishes \
for the reminders.
tone: gentle, neutral or firm. quiet: periods (yyyy-mm-dd, both dates included) without reminders, because the \
client is away or the notes say so; from is null when the period has already begun. "Today" is the day on which \
the notes were written; if a date is ambiguous, use the later one. cadence: less, normal or more reminders than \
usual. first: what to ask for first, in the words of the notes, or null.
If the notes do not say, answer neutral, [], normal, null. Do not guess.`

const SPANS_MAX = 10

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

/** Returns why wishes read by a model are refused: dates out of range or words that are not in the notes; or null. */
export function checkWishes({ quiet, first }: NoteWishes, notes: string, today: string): string | null {
  const [day, words] = [dayOf(today), new Set(wordsOf(notes))]
  if (quiet.length > SPANS_MAX) return 'count'
  if (
    quiet.some(
      ({ from, until }) => dayOf(until) < day || dayOf(until) > day + QUIET_DAYS_MAX || (from !== null && from > until),
    )
  )
    return 'dates'
  if (
    first !== null &&
    (NOT_ASKABLE.test(first) || wordsOf(first).length === 0 || !wordsOf(first).every((word) => words.has(word)))
  )
    return 'words'
  return null
}

/** Combines wishes. The rules take precedence; the model fills the gaps and can only add quiet periods. */
function combine(rules: NoteWishes, model: NoteWishes, today: string): NoteWishes {
  return {
    tone: rules.tone === 'neutral' ? model.tone : rules.tone,
    quiet: joinSpans([...rules.quiet, ...model.quiet], today),
    cadence: rules.cadence === 'normal' ? model.cadence : rules.cadence,
    first: rules.first ?? model.first,
  }
}

/**
 * Reads the wishes in a bookkeeper's notes, by rules and, when configured, with a language model whose answer
 * is checked. Never throws, and returns within the timeout.
 * @param today the date on which the notes were written
 */
export async function readWishes(
  env: Env,
  notes: string | null,
  today: string,
  options: AskOptions = {},
): Promise<NoteWishes & { source: WishesSource }> {
  const rules = readWishesByRules(notes, today)
  if (!notes?.trim()) return { ...rules, source: 'rules' }
  const question = { task: TASK, data: { today, notes: notes.slice(0, 4000) }, name: 'wishes', schema: SCHEMA }
  const read = await askModel(
    env,
    question,
    z.strictObject(NoteWishes.shape),
    (w) => checkWishes(w, notes, today),
    options,
  )
  return read ? { ...combine(rules, read, today), source: 'model' } : { ...rules, source: 'rules' }
}
