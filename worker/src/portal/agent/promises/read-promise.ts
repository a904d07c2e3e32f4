import { cutText } from '@portal/contract/text'
import { addDays, endOfMonth } from '@portal/contract/dates'
import type { DateContext } from '../notes/date-forms.ts'
import { markDates } from '../notes/dates.ts'
import { type DateValue, MARK, MarkedText } from '../notes/marks.ts'

/** Dates in a client's message: when they want to send something, are back, or have time. */

/** Dates further ahead than this are rarely meant for reminders. */
const DAYS_AHEAD_MAX = 120
/** Characters that are read: longer messages are about many things. */
const TEXT_MAX = 2000

const weekdayOf = (date: string): number => new Date(`${date}T00:00:00Z`).getUTCDay()
const sundayAfter = (date: string): string => addDays(date, (7 - weekdayOf(date)) % 7)

/** Returns the end of the winter holidays if they are near. */
function holidaysEnd(today: string): string | null {
  const [year, month] = [Number(today.slice(0, 4)), Number(today.slice(5, 7))]
  return month >= 11 ? `${year + 1}-01-01` : null
}

/** Periods that clients name without a date, and their last day. */
const PERIODS: readonly (readonly [pattern: RegExp, lastDay: (today: string) => string | null])[] = [
  [/\b(?:the )?end of (?:the|this) month\b/gi, endOfMonth],
  [/\b(?:the )?end of next month\b|\bnext month\b/gi, (today) => endOfMonth(addDays(endOfMonth(today), 1))],
  [/\b(?:the )?end of (?:the|this) week\b/gi, (today) => addDays(sundayAfter(today), -2)],
  [/\b(?:this|the|over the|on the) weekend\b/gi, sundayAfter],
  [/\bin (?:a few|a couple of|a couple) days\b/gi, (today) => addDays(today, 3)],
  [/\bin (?:a few|a couple of|a couple) weeks\b/gi, (today) => addDays(today, 21)],
  [/\bthe (?:christmas |winter )?holidays\b/gi, holidaysEnd],
]

/** Dates that have passed, as in "I sent it last Friday". */
const PAST = /\b(?:last|past|previous) (?:week|weekend|month|year|(?:sun|mon|tue|wed|thu|fri|sat)[a-z]*)\b/gi

/** Removes past dates, and writes the last day of each period as a date. */
const withDates = (text: string, today: string): string =>
  PERIODS.reduce(
    (result, [pattern, lastDay]) => result.replace(pattern, (words) => lastDay(today) ?? words),
    text.replace(PAST, ''),
  )

/** Words before a date on which the client can already be asked again. */
const FROM_THAT_DAY = new RegExp(
  [
    '(?:\\b(?:back|return(?:ing)?|home|available|free|before|not before|starting|from)|wait (?:un)?till?)',
    '(?: (?:in the office|in town|at work|again|home))?',
    '(?: (?:on|from|by|as of|until|till))?',
    '(?: (?:the|about|around))? ?$',
  ].join(''),
  'i',
)

/** Returns the first day on which a client can be asked again. @param words the text before the date */
function dayAfter(words: string, { from, until }: DateValue): string {
  // "Wait until Monday" and "back on the 3rd" name the first day; "by Friday" and "next week" the last.
  return FROM_THAT_DAY.test(words) && !/\bafter(?: the)? ?$/i.test(words) ? from : addDays(until, 1)
}

/**
 * Returns the day before which a client asks not to be reminded, or has promised to answer; null if there is none, or
 * it can be read in two ways. Of several dates, the latest counts.
 */
export function promisedDay(message: string, at: DateContext): string | null {
  const { today } = at
  const plain = withDates(cutText(message, TEXT_MAX).replaceAll(/[\p{Co}\p{Cc}]/gu, ' '), today)
  const marked = new MarkedText(plain)
  markDates(marked, at)
  const { text } = marked
  const days = [...text.matchAll(new RegExp(MARK, 'g'))].flatMap(({ 0: mark, index }) => {
    const date = marked.valueOf(mark)
    if (date?.tag !== 'DATE') return []
    if (date.isAmbiguous || date.until < today || date.until > addDays(today, DAYS_AHEAD_MAX)) return []
    return [dayAfter(text.slice(0, index), date)]
  })
  return (
    days
      .filter((day) => day > today)
      .toSorted()
      .at(-1) ?? null
  )
}
