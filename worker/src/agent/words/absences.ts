import type { NoteWishes } from '@portal/contract/agent'
import { DATE, dateOf, dayOf, type Reading, readDates, SPAN, type Span } from './date-words.ts'

/** Reads in English notes when a client is away or should not be contacted. */

/** Maximum length of a quiet period, so that follow-ups are not postponed forever. */
export const QUIET_DAYS_MAX = 120
const QUIET_MAX = 10

const UNTIL = "(?:until|till?|'til|thro?ugh|thru|up to)(?: the| after| at least| about| around)*"
const AWAY = new RegExp(
  `(?<!\\b(?:not|never|no longer|right|straight|passed|n't)(?: be| being)? )(?:\\b|(?=n't))(?:${[
    'travel(?:s|l?ing)(?! (?:expense|cost|claim|receipt|allowance))',
    [
      '(?:on|for|has) (?:a |an |her |his |their |the |our )?(?:\\w+ )?(?:trip|holidays?|vacation',
      '|honeymoon|leave|pto)(?! (?:pay|accru|entitle))',
    ].join(''),
    [
      '(?:will|to) travel|away|abroad|overseas|unavailable|offline|unreachable|out of (?:the )?(?:office',
      '|town|country)|ooo',
    ].join(''),
    "(?:not|n't) (?:be )?(?:around|available|reachable|there|in)|(?:cannot|can't) be reached",
    "gone|busy(?! season)|(?:off )?sick|in hospital|(?:is |be |are |'s |'re |^)off|closed",
  ].join('|')})(?![\\w'-])`,
  'g',
)
/** Requests not to write until a day. */
const SILENCE = new RegExp(
  [
    `(?:\\b(?:no|any|stop|pause|skip|hold|without) (?:messages?|e?-?mails?|reminders?|contact|chasing`,
    `|follow[- ]?ups?|nudges?|reminding)|(?:\\bdo not|n't|\\bnever|\\bnot|\\bavoid`,
    `|\\bstop) (?:to )?(?:contact|message|e?-?mail|chase|chasing|disturb|bother|remind|send|write|call`,
    `|text|ping|nudge|start|push|follow|ask|messaging|reminding|contacting)|\\bhold off|\\bwait`,
    `|\\bpause|\\bnothing|\\bleave (?:her|him|them) (?:alone|be|in peace)|\\bgive (?:her|him`,
    `|them) (?:some |a )?(?:space|time|room|break)|^not)\\b[^\\ue000-\\ue0ff]{0,40}?\\b(?:(before`,
    `|until before)|${UNTIL}) ?${DATE}`,
  ].join(''),
  'g',
)
/** Requests not to write in a period: "no reminders this week". */
const SILENT_SPAN = new RegExp(
  [
    `(?:\\bno (?:messages?|e?-?mails?|reminders?|contact|chasing|follow[- ]?ups?)|(?:\\bnot`,
    `|n't) (?:contact|message|e?-?mail|chase|disturb|bother|remind|write|nudge)|\\bnothing)(?: (?:her`,
    `|him|them))?(?: (?:over|during|in))? ?${SPAN}`,
  ].join(''),
  'g',
)
/** Requests to write only from a day on. */
const FROM_THEN = new RegExp(
  [
    `\\b(?:(?:contact|message|e?-?mail|chase|remind|write|nudge|start|begin)(?: \\w+){0,3}? (?:(after)`,
    `|on|from)|(only after)) ?${DATE}`,
  ].join(''),
  'g',
)
const BACK = new RegExp(
  [
    `(?:(?:(?:\\b(?:is|are|be|she|he|they|and|but|then|comes|coming|gets|flies|flying|until)|'s|'re`,
    `|'ll be) |^)back|(?:\\b(?:she|he|they|who|and|will|to) |^)returns?|\\breturning|(?<!\\bnot `,
    `|n't )\\b(?:available|reachable))(?: (?:again|home|in|at|to|the|office|town|work|desk|from|on|by`,
    `|around|about|only|after|holiday|vacation|leave))* ?${DATE}`,
  ].join(''),
  'g',
)
const LEAVING = new RegExp(
  [
    `\\b(?:leav(?:es|ing)|departs|departing|(?:flies|flying|heads|heading) (?:out|off)|(?:away`,
    `|travell?ing|off|gone) from)(?: on)? ?${DATE}(?! ?(?:[-–—]|(?:to|until|till?|thro?ugh|thru`,
    `|for)\\b))`,
  ].join(''),
  'g',
)
const UNIT =
  '(\\d{1,3}|an?|one|two|three|four|five|six|eight|ten|(?:a )?couple of|a few) (day|week|fortnight|month)s?\\b'
const NUMBERS: Record<string, number> = {
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  eight: 8,
  ten: 10,
  'couple of': 2,
  'a couple of': 2,
  'a few': 3,
}
const LENGTHS: Record<string, number> = { day: 1, week: 7, fortnight: 14, month: 30 }
/** Periods of absence: between two days, until a day, for a duration, or on a day. */
const WHEN = new RegExp(
  [
    `(?:\\bfrom )?${DATE} ?(?:[-–—]|to|until|till?|thro?ugh|thru) ?(?:the )?${DATE}`,
    `\\bbetween ${DATE} and ${DATE}`,
    `\\b${UNTIL} ?${DATE}`,
    `(?:\\bfrom )?(?:${DATE} )?\\b(?:for(?: the next| the| another| about| at least)?|(?:the )?next) ${UNIT}`,
    `\\b(?:from|between) ${SPAN}`,
    `(?<!\\b(?:from|since|by|before|after|due|again)(?: on| in)? )(?:\\b(?:on|in|over|during|all|throughout) )*${DATE}`,
  ].join('|'),
  'g',
)
/** Maximum number of words between the absence and its dates. */
const WORDS_BETWEEN = 5

/** A period mentioned in the notes, at a position of the clause. */
interface Mention {
  at: number
  from: number | null
  until: number
  kind?: 'leaving' | 'back'
}

/** Resolves an ambiguous date: to the nearest one if the wording says so, otherwise to the latest. */
function resolveDate({ spans, nearest }: Reading, today: number): Span | undefined {
  if (nearest) return spans[0]
  return spans.filter((s) => s.until - today <= QUIET_DAYS_MAX).sort((a, b) => b.until - a.until)[0] ?? spans[0]
}

/** Resolves two dates to a period, with the same order of day and month in both. */
function resolvePeriod(a: Reading, b: Reading, today: number): Span | undefined {
  const near = a.nearest === true || b.nearest === true
  return a.spans
    .flatMap((x) =>
      b.spans.map((y) => ({ from: x.from, until: y.until, fits: (x.order ?? y.order) === (y.order ?? x.order) })),
    )
    .filter((s) => s.fits && s.from <= s.until && s.until >= today && s.until - s.from <= QUIET_DAYS_MAX)
    .sort((x, y) => (near ? x.until - y.until : y.until - x.until) || y.from - x.from)[0]
}

/** Resolves a match of WHEN. */
function resolveWhen(
  match: RegExpMatchArray,
  readingOf: (mark: string | undefined) => Reading,
  today: number,
): Omit<Mention, 'at'> | undefined {
  const [, a, b, c, d, until, anchor, count, unit, long, single] = match
  const [from, to] = a ? [a, b] : [c, d]
  if (from) return resolvePeriod(readingOf(from), readingOf(to), today)
  const start = anchor ? resolveDate(readingOf(anchor), today)?.from : today
  if (count && start !== undefined) {
    return {
      from: anchor ? start : null,
      until: start + (NUMBERS[count] ?? (Number(count) || 1)) * (LENGTHS[unit ?? ''] ?? 1),
    }
  }
  const span = resolveDate(readingOf(until ?? long ?? single), today)
  return span && (until ? { from: null, until: span.until } : span)
}

const wordsIn = (text: string): number =>
  text.match(/[a-z']+/g)?.filter((w) => w !== 'and' && w !== 'then' && w !== 'again').length ?? 0

/**
 * Returns the periods of absence in a clause. A date counts when it closely follows the absence or opens the
 * clause.
 */
function readAwayPeriods(
  clause: string,
  read: (match: RegExpMatchArray) => Omit<Mention, 'at'> | undefined,
): Mention[] {
  const triggers = [...clause.matchAll(AWAY)].map((m) => ({ at: m.index, end: m.index + m[0].length }))
  const mentions: Mention[] = []
  for (const match of clause.matchAll(WHEN)) {
    const end = match.index + match[0].length
    const trigger = triggers.find((t) =>
      t.end <= match.index
        ? wordsIn(clause.slice(t.end, match.index)) <= WORDS_BETWEEN
        : t.at >= end &&
          wordsIn(clause.slice(0, match.index)) <= 1 &&
          wordsIn(clause.slice(end, t.at)) <= WORDS_BETWEEN,
    )
    const span = trigger && read(match)
    if (!span) continue
    mentions.push({ at: match.index, ...span })
    if (trigger.end < end) trigger.end = end
  }
  return mentions
}

/** Returns all periods in a clause during which not to write. */
function readClause(clause: string, readingOf: (mark: string | undefined) => Reading, today: number): Mention[] {
  const each = (pattern: RegExp, read: (m: RegExpMatchArray, span: Span) => Omit<Mention, 'at'>): Mention[] =>
    [...clause.matchAll(pattern)].flatMap((m) => {
      const span = resolveDate(readingOf(m.at(-1)), today)
      return span ? [{ at: m.index, ...read(m, span) }] : []
    })
  return [
    ...readAwayPeriods(clause, (match) => resolveWhen(match, readingOf, today)),
    ...each(SILENCE, (m, span) => ({ from: null, until: m[1] ? span.from - 1 : span.until })),
    ...each(SILENT_SPAN, (_, { from, until }) => ({ from, until })),
    ...each(FROM_THEN, (m, span) => ({ from: null, until: (m[1] ?? m[2]) ? span.until : span.from - 1 })),
    ...each(LEAVING, (_, { from }) => ({ from, until: from, kind: 'leaving' })),
    ...each(BACK, (_, { until }) => ({ from: null, until: until - 1, kind: 'back' })),
  ].sort((a, b) => a.at - b.at)
}

/** Joins departures with the returns that follow them. */
function joinDepartures(mentions: readonly Mention[]): Mention[] {
  const spans: Mention[] = []
  for (const next of mentions) {
    const before = spans.at(-1)
    if (next.kind === 'back' && before?.from != null && before.from <= next.until) {
      before.until = Math.max(before.until, next.until)
      delete before.kind
    } else spans.push({ ...next })
  }
  return spans.filter((s) => s.kind !== 'leaving')
}

type Quiet = NoteWishes['quiet']

/** Sorts and merges quiet periods, and removes those in the past or too far ahead. */
export function joinSpans(spans: Quiet, today: string): Quiet {
  const end = dateOf(dayOf(today) + QUIET_DAYS_MAX)
  const joined: Quiet = []
  const valid = spans
    .map(({ from, until }) => ({ from, until: until < end ? until : end }))
    .filter(({ from, until }) => until >= today && (from ?? '') <= until)
    .sort((a, b) => ((a.from ?? '') < (b.from ?? '') ? -1 : 1))
  for (const span of valid) {
    const before = joined.at(-1)
    if (before && (span.from === null || dayOf(span.from) <= dayOf(before.until) + 1)) {
      if (span.until > before.until) before.until = span.until
    } else joined.push(span)
  }
  return joined.slice(0, QUIET_MAX)
}

/** Returns the quiet periods in lower-case notes. `today` is the date on which the notes were written. */
export function readAbsences(notes: string, today: string): Quiet {
  const day = dayOf(today)
  const { text, readingOf } = readDates(notes, day)
  const clauses = text.split(/[.;!?\n]+|,(?! ?(?:and )?[\ue000-\ue0ff])/)
  const mentions = clauses.flatMap((clause) => readClause(clause.trim(), readingOf, day))
  return joinSpans(
    joinDepartures(mentions).map(({ from, until }) => ({
      from: from === null ? null : dateOf(from),
      until: dateOf(until),
    })),
    today,
  )
}
