import { cleanLine, cleanText } from '@portal/contract/text'
import { addDays } from '@portal/contract/dates'
import { NOTES_MAX, PREFERENCE_TEXT_MAX } from '@portal/contract/limits'
import type { Tone } from '@portal/contract/no-preferences'
import type { Hold, Preferences, QuietPeriod, ReminderTimes, UnderstoodNotes } from '@portal/contract/preferences'
import { plainText } from '../words/plain-text.ts'
import { readClause } from './clause-rules.ts'
import { clausesOf, startsWithExcept } from './clauses.ts'
import type { DateContext } from './date-forms.ts'
import { markDates } from './dates.ts'
import { type Draft, emptyDraft, type RuleContext } from './draft.ts'
import { isForeign } from './foreign.ts'
import { type DateValue, MarkedText } from './marks.ts'
import { normalize } from './normalize.ts'
import { Phrase } from './phrase.ts'
import { isSentByOthers, readFacts, readReasons } from './fact-rules.ts'
import { timesOf } from './open-hours.ts'
import { readIdioms } from './idiom-rules.ts'
import { markDocuments, markDurations, markRhythm } from './spans.ts'
import { readThings } from './thing-rules.ts'
import { tokensOf } from './tokens.ts'
import { hasUnclearDates } from './unclear-dates.ts'

/** Matches the header of a pasted mail. */
const MAIL = /^[>\s]*(?:from|sent|subject):/im

const CLOSINGS = '(?:(?:many )?thanks|thank you|best|(?:kind |best )?regards|cheers|sincerely)'
const CLOSING = new RegExp(`^[>\\s]*${CLOSINGS}(?:[,.!]+(?: [\\p{L}.]+){0,3})?[.!]*$`, 'gimu')

/** Removes what belongs to a pasted mail: header lines, greetings and the closing. */
const withoutMailParts = (text: string): string =>
  text
    .replace(/^[>\s]*(?:from|sent|to|cc|date|subject):.*$/gim, '')
    .replace(/^[>\s]*(?:hi|hello|dear|hey)(?: [\p{L}.]+){0,3},/gimu, '')
    .replace(CLOSING, '')

/** Splits a text into statements. */
const statementsOf = (text: string): string[] =>
  text
    .split(/[.!?]+(?=\s|$)|[;\n()]+|(?:^|\s)\d\)|\s[-–—]+\s|^\s*[-–—•*]+/m)
    .map(cleanLine)
    .filter(Boolean)

const toneOf = (tones: ReadonlySet<Tone>): Tone => (tones.size === 1 ? ([...tones][0] ?? 'neutral') : 'neutral')

/** Joins periods that overlap or follow each other. */
const joinPeriods = (periods: readonly QuietPeriod[]): QuietPeriod[] =>
  periods
    .toSorted((a, b) => (a.from < b.from ? -1 : 1))
    .reduce<QuietPeriod[]>((joined, { from, until }) => {
      const last = joined.at(-1)
      if (!last || from > addDays(last.until, 1)) return [...joined, { from, until }]
      return [...joined.slice(0, -1), { from: last.from, until: until > last.until ? until : last.until }]
    }, [])

const STATEMENT_MAX = 400

/** Matches statements that describe someone instead of asking for something. */
const DESCRIBING = '(?:he|she|they|is|are|was|were|has|had|his|her|their|we|our|client|who|whose|[\\p{L}]{3,}ed)'
const DESCRIPTION = new RegExp(`^[\\p{L}]{3,}[^s']s(?![\\p{L}\\d])|(?<![\\p{L}\\d])${DESCRIBING}(?![\\p{L}\\d])`, 'iu')

/** Reads a statement: whether all of its clauses are understood, or null when it says nothing that is known. */
function readStatement(statement: string, marked: MarkedText, at: RuleContext): boolean | null {
  const { every, often, welcome, tone } = structuredClone(at.draft)
  // Patterns would take long for a statement that no person writes.
  if (statement.length > STATEMENT_MAX) return false
  if (isSentByOthers(statement, marked) || hasUnclearDates(statement, marked)) return false
  const phrase = new Phrase(
    tokensOf(statement, marked).map((t) => (at.isMail && t.tag === 'I' ? { ...t, tag: 'FILL' } : t)),
  )
  const count = phrase.words.length
  readIdioms(phrase, at)
  readFacts(phrase, at)
  readThings(phrase, at)
  readReasons(phrase, at)
  const readings = clausesOf(phrase.words).map((clause, i, { [i + 1]: next }) => {
    const reading = readClause(clause, at)
    // "No nudges between Christmas and …"
    const isPart = clause.link === 'AND' || clause.link === 'OR' || (next !== undefined && startsWithExcept(next))
    return reading === null && isPart ? false : reading
  })
  if (readings.includes(false)) {
    // What could make the agent send more counts only if the whole statement is understood.
    Object.assign(at.draft, { every, often, welcome, tone })
    return false
  }
  const isKnown =
    readings.includes(true) ||
    phrase.words.some((w) => w.tag === 'DONE_MARK') ||
    count === 0 ||
    DESCRIPTION.test(statement)
  return isKnown ? true : null
}

/** Returns the hold: what the bookkeeper asks for, or a question about what can be read in two ways. */
function holdOf(draft: Draft, notUnderstood: readonly string[]): Hold | null {
  const [doubt] = notUnderstood
  if (doubt !== undefined) return { ask_on: null, why: plainText(`Not understood: ${doubt}`, PREFERENCE_TEXT_MAX) }
  if (draft.doubts.length > 0) return { ask_on: null, why: 'The notes can be read in two ways.' }
  if (draft.holds.length === 0) return null
  const days = draft.holds.map((h) => h.ask_on)
  const isDated = days.every((day) => day !== null)
  return { ask_on: isDated ? (days.toSorted().at(-1) ?? null) : null, why: 'The notes ask to wait.' }
}

/** Adds doubts about contradictions and about absences that make the due date impossible. */
function findDoubts(draft: Draft, { today, due }: DateContext): void {
  const isImpossible = draft.absences.some((a) => due !== null && a.from > today && a.from <= due && a.until >= due)
  if (isImpossible && !draft.welcome) draft.doubts.push('due date')
  const isPlanned =
    draft.every !== null || draft.max !== null || draft.only_on.length > 0 || draft.often || draft.welcome
  if (draft.never && isPlanned) draft.doubts.push('never')
  if (draft.only_on.length > 0 && draft.every !== null) draft.doubts.push('dates')
  if (draft.rarely && draft.often) draft.doubts.push('interval')
  if (draft.eventWeekdays.length > 0) draft.doubts.push('weekdays')
  const hasPeriod = draft.quiet.length > 0 || draft.absences.length > 0 || draft.not_before !== null || draft.never
  const hasDays = hasPeriod || draft.notWeekdays.length > 0
  if (draft.needsPeriod && !hasPeriod && draft.holds.length === 0) draft.doubts.push('period')
  if (draft.needsCare && !hasDays && !draft.tone.isStated && draft.holds.length === 0) draft.doubts.push('care')
  const { before, after, overdue } = draft.tone
  if (before.size > 1 || (after.size > 1 && overdue === null)) draft.doubts.push('tone')
}

/** Without a number, less often is once a week, and more often is every two days. */
const intervalOf = ({ every, rarely, often }: Draft): number | null => every ?? (rarely ? 7 : often ? 2 : null)

function preferencesOf(draft: Draft, times: ReminderTimes[], hold: Hold | null): Preferences {
  return {
    // A contradiction is for the bookkeeper to decide.
    never: draft.never && hold === null,
    hold,
    not_before: draft.not_before,
    quiet: joinPeriods([...draft.quiet, ...(draft.welcome ? [] : draft.absences)]),
    times,
    max: draft.dated > 0 ? Math.min(draft.max ?? draft.dated, draft.dated) : draft.max,
    only_on: draft.only_on.length > 0 ? [...new Set(draft.only_on)].toSorted() : null,
    every: intervalOf(draft),
    tone: { before: toneOf(draft.tone.before), after: draft.tone.overdue ?? toneOf(draft.tone.after) },
    first: draft.first.filter((thing) => !draft.not_for.includes(thing)),
    not_for: draft.not_for,
    until_received: draft.until_received,
    parts: draft.parts,
  }
}

/** When and about what notes were written. */
export interface NotesContext {
  /** The day on which the notes were written (yyyy-mm-dd). */
  today: string
  due: string | null
  timeZone: string
}

/**
 * Reads the preferences in a bookkeeper's English notes. Each part of the notes is understood, has nothing to do with
 * reminders, or is named. In doubt the result is a hold, so that the agent asks.
 */
export function understandNotes(notes: string | null, { today, due, timeZone }: NotesContext): UnderstoodNotes {
  const source = withoutMailParts(normalize((notes ?? '').slice(0, NOTES_MAX)))
  const draft = emptyDraft()
  const context: DateContext = { today, due, monthFirst: /^(?:America|Pacific\/Honolulu|US)\b/.test(timeZone) }
  const date = (value: DateValue): DateValue => {
    if (value.isAmbiguous) draft.doubts.push('date')
    return value
  }
  const doubtful = isForeign(source)
    ? [cleanText(source)]
    : readStatements(source, context, { today, due, draft, date, isMail: MAIL.test(notes ?? '') })
  findDoubts(draft, context)
  const times = timesOf(draft)
  if (times === null) draft.doubts.push('times')
  const hold = holdOf(draft, doubtful)
  return { preferences: preferencesOf(draft, times ?? [], hold), not_understood: [...doubtful, ...draft.impossible] }
}

/** Reads all statements of a note. @returns those that are not understood */
function readStatements(source: string, context: DateContext, at: RuleContext): string[] {
  // So that no date reaches over the end of a line.
  const marked = new MarkedText(source.replace(/\s*\n\s*(?:[-–—•*]+\s)?/g, '.\n'))
  markDocuments(marked)
  markDates(marked, context, () => markRhythm(marked))
  markDurations(marked)
  const statements = statementsOf(marked.text)
  const readings = statements.map((statement) => readStatement(statement, marked, at))
  // "Surgery on Nov 24, give her a week": the week can start on that day.
  const { today, draft } = at
  const hasStart = marked.values.some((v) => (v.tag === 'DATE' && v.from > today) || v.tag === 'WEEKDAYS')
  if (draft.fromToday && hasStart) draft.doubts.push('start')
  // A statement without any known word is harmless beside others, but alone it can mean anything.
  const isKnown = readings.includes(true)
  return statements
    .filter((_, i) => readings[i] === false || (readings[i] === null && !isKnown))
    .map((s) => marked.plain(s))
}
