import { addDays } from '@portal/contract/dates'
import { casual, type ParsedResult } from 'chrono-node/en'
import { DATE_FORMS, type DateContext, LAST_FORMS, mondayOf, toIso } from './date-forms.ts'
import { type DateValue, dateValue, form, MARK, type MarkedText } from './marks.ts'

/** Finds dates and periods in notes, with chrono-node and the forms that it does not know. */

/** A result of chrono-node that is not a date in notes: a time, a duration, a month alone, or the "9s" of "W-9s". */
function isOther({ start, text }: ParsedResult): boolean {
  if (/^(?:now|(?:\w+ )?\d+\s?[a-z]|.*\bago\b.*|.* (?:after|before))$|\bw-?\d/i.test(text)) return true
  if (/\b(?:day|week|month|year|hour|minute|night|weekend)s?$/i.test(text) && !/^(?:in|within) /i.test(text))
    return true
  return !start.isCertain('day') && !start.isCertain('weekday')
}

const isoOf = (components: ParsedResult['start']): string =>
  toIso(components.get('year') ?? 0, (components.get('month') ?? 1) - 1, components.get('day') ?? 1)

/** Dates further ahead than this are over and were meant for the past. */
const AHEAD_MAX = 300
const LONE_WEEKDAY = /^(?:on )?(?:sun|mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?)(?:day)?$/i

/** An order of day and month that leads to a date this far ahead is not certain when the other order is sooner. */
const SOON = 120

/** Returns whether "05/12" is sooner with the day first. */
function isSoonerSwapped(date: string, today: string): boolean {
  const [, month = '', day = ''] = date.split('-')
  if (date <= addDays(today, SOON) || Number(day) > 12) return false
  const swapped = [0, 1].map((n) => `${Number(today.slice(0, 4)) + n}-${day}-${month}`).find((d) => d >= today) ?? date
  return swapped <= addDays(today, SOON)
}

/** Marks the dates that chrono-node finds. */
function markParsed(marked: MarkedText, { today, monthFirst }: DateContext): void {
  const reference = { instant: new Date(`${today}T12:00:00Z`), timezone: 'UTC' }
  for (const result of casual.parse(marked.unmarked, reference, { forwardDate: true }).toReversed()) {
    if (isOther(result)) continue
    const date = dateValue(isoOf(result.start), isoOf(result.end ?? result.start))
    const numeric = [...result.text.matchAll(/(\d{1,2})[/.-](\d{1,2})/g)]
    const canSwap = numeric.some(([, a, b]) => a !== b && Number(a) <= 12 && Number(b) <= 12)
    const swaps = canSwap && (!monthFirst || isSoonerSwapped(date.until, today))
    const isOver = date.from > addDays(today, AHEAD_MAX) && !result.start.isCertain('year')
    const isWeekday = LONE_WEEKDAY.test(result.text)
    // On a Sunday, "Sunday" can be in a week.
    const value = { ...date, isAmbiguous: swaps || isOver || (isWeekday && date.from === today), isWeekday }
    marked.replaceAt(result.index, result.text.replace(/[\s,]+$/, '').length, value)
  }
}

/** Marks "the week of D", "the weekend of D", "D through D" and "between D and D" as one period. */
function markPeriods(marked: MarkedText, { today }: DateContext): void {
  const DATE = `(${MARK})\\uf8ff*`
  const dateOf = (mark = ''): DateValue | null => {
    const value = marked.valueOf(mark)
    return value?.tag === 'DATE' ? value : null
  }
  const join = ([, a, b]: readonly string[]): DateValue | null => {
    const [from, until] = [dateOf(a), dateOf(b)]
    if (!from || !until || until.until < from.from) return null
    return dateValue(from.from, until.until, from.isAmbiguous || until.isAmbiguous)
  }
  marked.replace(
    form(
      [
        '(?:all )?(?:the )?(?:(?:whole |entire )?(week|weekend) (of|starting|beginning',
        `|commencing)|w/c)(?: on)? ${DATE}`,
      ].join(''),
    ),
    ([, unit, word, mark]) => {
      const date = dateOf(mark)
      if (!date) return null
      if (unit === 'weekend') {
        const saturday = addDays(mondayOf(date.from), 5)
        return saturday < today ? null : dateValue(saturday, addDays(saturday, 1), date.isAmbiguous)
      }
      if (date.from < today) return null
      // "The week of the 10th" can begin before the 10th.
      return dateValue(word === 'of' ? mondayOf(date.from) : date.from, addDays(date.from, 6), date.isAmbiguous)
    },
  )
  marked.replace(form(`between (?:the )?${DATE} (?:and|&) (?:the )?${DATE}`), join)
  const TO = '(?:-|–|—|to|thru|through|until|till|til|and ending|ending)'
  marked.replace(new RegExp(`(?:\\bfrom )?${DATE} ?,? ?${TO} ?(?:the )?${DATE}`, 'giu'), join)
}

/** Marks all dates in a text, and calls `markOthers` before the general forms, which are less certain. */
export function markDates(marked: MarkedText, at: DateContext, markOthers?: () => void): void {
  for (const [pattern, read] of DATE_FORMS) marked.replace(form(pattern), (groups) => read(groups, at))
  markOthers?.()
  markParsed(marked, at)
  for (const [pattern, read] of LAST_FORMS) marked.replace(form(pattern), (groups) => read(groups, at))
  markPeriods(marked, at)
}
