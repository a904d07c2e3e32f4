import { NoteWishes, type WishesSource } from '@portal/contract/agent'
import * as z from 'zod'
import type { Env } from '../../env.ts'
import { joinSpans, QUIET_DAYS_MAX } from './absences.ts'
import { type AskOptions, askModel } from './ask-model.ts'
import { dayOf } from './date-words.ts'
import { NO_THING, readWishesByRules } from './read-wishes-by-rules.ts'

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

const TASK = `A bookkeeper has written notes about how a client is to be reminded of open workforms. Say what the notes ask of the reminders.
tone: gentle, neutral or firm. quiet: spans of dates (yyyy-mm-dd, both included) on which nothing shall be sent, because the client is away or the notes say so; from is null where it has begun already. "Today" is the day the notes were written; of two possible dates take the later. cadence: less, normal or more reminders than usual. first: what to ask for first, in the words of the notes, or null.
Where the notes do not say, answer neutral, [], normal, null. Do not guess.`

const SPANS_MAX = 10

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

/** What is wrong with wishes that a model read: dates out of range, or words that the notes do not hold. */
export function checkWishes({ quiet, first }: NoteWishes, notes: string, today: string): string | null {
  const [day, said] = [dayOf(today), new Set(wordsOf(notes))]
  if (quiet.length > SPANS_MAX) return 'count'
  if (
    quiet.some(
      ({ from, until }) => dayOf(until) < day || dayOf(until) > day + QUIET_DAYS_MAX || (from !== null && from > until),
    )
  )
    return 'dates'
  if (
    first !== null &&
    (NO_THING.test(first) || wordsOf(first).length === 0 || !wordsOf(first).every((word) => said.has(word)))
  )
    return 'words'
  return null
}

/** What our rules are sure of stands; a model adds what they left open, and may only ever ask for more silence. */
function together(rules: NoteWishes, model: NoteWishes, today: string): NoteWishes {
  return {
    tone: rules.tone === 'neutral' ? model.tone : rules.tone,
    quiet: joinSpans([...rules.quiet, ...model.quiet], today),
    cadence: rules.cadence === 'normal' ? model.cadence : rules.cadence,
    first: rules.first ?? model.first,
  }
}

/**
 * Reads what the notes of a bookkeeper ask of the follow-ups: with a model, where one is configured and its answer passes the check, and
 * by rules. Never throws, and is done within the time that an answer may take.
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
  return read ? { ...together(rules, read, today), source: 'model' } : { ...rules, source: 'rules' }
}
