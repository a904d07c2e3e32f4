import { DEFAULT_REMINDER_HOURS } from '@portal/contract/limits'
import { addDays } from '@portal/contract/dates'
import type { Clause, Modifier } from './clauses.ts'
import { weekdayOf } from './date-forms.ts'
import type { Draft, RuleContext } from './draft.ts'

/** What times mean: when nothing is sent, when something is sent, and when the client is away. */

/** Days for which "nothing after Friday" counts. */
const LONG = 1826

const notBefore = (draft: Draft, day: string): void => {
  if (draft.not_before === null || day > draft.not_before) draft.not_before = day
}
const notFrom = (draft: Draft, from: string): void => {
  if (draft.from === null || from > draft.from) draft.from = from
}
const notAfter = (draft: Draft, until: string): void => {
  if (draft.until === null || until < draft.until) draft.until = until
}
const quiet = (draft: Draft, from: string, until: string): boolean => {
  if (from > until) return false
  draft.quiet.push({ from, until })
  return true
}

/** The last days of a month, which "end of November" means unless it is a limit. */
const END_DAYS = 10
const isMonthEnd = (text: string): boolean => /^(?:the )?(?:end of|month[ -]?end|eom)/i.test(text)

/** Returns the first day of a time without "until" or "before". */
const startOf = ({ prep, text }: Modifier, from: string, until: string): string =>
  prep === 'ON' && from === until && isMonthEnd(text) ? addDays(until, 1 - END_DAYS) : from

/** Returns the hours that a time such as "after 3" names; null when that is not clear. */
function hoursIn({ prep, value }: Modifier): { from: string; until: string } | null {
  if (value.tag !== 'CLOCK' && value.tag !== 'HOURS') return null
  const { from, until } = value.tag === 'CLOCK' ? { from: value.at, until: value.at } : value
  if (prep === 'BEFORE' || prep === 'UNTIL') return { from: '00:00', until: from }
  if (prep === 'AFTER') return { from: until, until: '24:00' }
  if (value.tag === 'HOURS') return { from, until }
  return prep === 'FROM' ? { from, until: '24:00' } : null
}

/** Returns the weekdays of a time; a single weekday counts when the time of day shows a habit. */
function weekdaysIn({ value }: Modifier): readonly number[] | null {
  if (value.tag === 'WEEKDAYS') return value.days
  return value.tag === 'DATE' && value.isWeekday === true ? [weekdayOf(value.from)] : null
}

/** "Not on Friday after 3": nothing is sent at some hours of some weekdays. @returns whether both are understood */
function silenceHours(modifiers: readonly Modifier[], draft: Draft): boolean {
  const weekdays = modifiers.flatMap((m) => weekdaysIn(m) ?? [])
  const hours = modifiers.flatMap((m) => hoursIn(m) ?? [])
  const isClear = weekdays.length > 0 && hours.length === 1
  if (!isClear || modifiers.some((m) => !weekdaysIn(m) && !hoursIn(m))) return false
  draft.notHours.push(...hours.map((h) => ({ weekdays, ...h })))
  return true
}

/** Nothing is sent at a time. @returns whether the time is understood */
export function silence(modifier: Modifier, at: RuleContext, clause?: Clause): boolean {
  const { prep, isAfter, value, group } = modifier
  const { draft, today } = at
  const together = clause?.modifiers.filter((m) => m.group === group) ?? []
  if (together.some((m) => m.value.tag !== value.tag)) return silenceHours(together, draft)
  switch (value.tag) {
    case 'DATE': {
      const { from: named, until } = at.date(value)
      const from = startOf(modifier, named, until)
      const isEnd = clause?.words.some((w) => w.tag === 'STOP' && !/^(?:leave|let)\b/i.test(w.text)) ?? false
      // "Stop on the 25th"
      if (isEnd && (prep === 'BY' || (prep === 'ON' && named === until))) return quiet(draft, from, addDays(from, LONG))
      if (value.isWeekday && prep === 'ON') {
        // "Not on Monday" can be every Monday. Nothing is sent at weekends anyway.
        if (![0, 6].includes(weekdayOf(from))) return false
        draft.notWeekdays.push(weekdayOf(from))
        return true
      }
      // "Give her until Friday" includes Friday.
      if (prep === 'UNTIL' && clause?.words.some((w) => /^(?:GIVE|AWAY|BUSY)$/.test(w.tag)))
        return (notBefore(draft, addDays(until, 1)), true)
      if (prep === 'UNTIL') return (isAfter ? notBefore(draft, addDays(until, 1)) : notBefore(draft, from), true)
      if (prep === 'BEFORE' || prep === 'BY') return (notBefore(draft, isAfter ? addDays(until, 1) : from), true)
      if (prep === 'AFTER') return quiet(draft, addDays(until, 1), addDays(until, LONG))
      if (prep === 'FROM' && from === until) return false
      return quiet(draft, from < today ? today : from, until)
    }
    case 'DURATION':
      if (prep !== 'FOR' && prep !== 'ON') return false
      draft.fromToday = true
      return quiet(draft, today, addDays(today, value.days))
    case 'CLOCK':
      if (prep === 'AFTER') return (notAfter(draft, value.at), true)
      if (prep === 'BEFORE' || prep === 'UNTIL') return (notFrom(draft, value.at), true)
      return false
    case 'HOURS':
      if (prep === 'BEFORE' || prep === 'UNTIL') return (notFrom(draft, value.from), true)
      if (prep === 'AFTER') return (notAfter(draft, value.until), true)
      if (value.from <= DEFAULT_REMINDER_HOURS.from) return (notFrom(draft, value.until), true)
      if (value.until >= DEFAULT_REMINDER_HOURS.until) return (notAfter(draft, value.from), true)
      draft.notHours.push({ weekdays: [0, 1, 2, 3, 4, 5, 6], from: value.from, until: value.until })
      return true
    case 'WEEKDAYS':
      if (prep === 'UNTIL' || prep === 'BEFORE' || prep === 'AFTER') return false
      draft.notWeekdays.push(...value.days)
      return true
  }
}

/** Something is sent only at these times. @returns whether they are understood */
export function allow(modifiers: readonly Modifier[], at: RuleContext, clause: Clause): boolean {
  const { draft, due } = at
  const has = (tag: string): boolean => clause.words.some((w) => w.tag === tag)
  const days: string[] = []
  const weekdays: number[] = []
  if (new Set(modifiers.map((m) => m.group)).size > 1 && modifiers.some((m) => m.value.tag === 'HOURS'))
    return allowWindows(modifiers, draft)
  for (const { prep, value } of modifiers)
    switch (value.tag) {
      case 'DATE': {
        const { from, until } = at.date(value)
        if (prep === 'AFTER') notBefore(draft, addDays(until, 1))
        else if (prep === 'FROM') notBefore(draft, from)
        else if (prep === 'ON' && has('START')) notBefore(draft, from)
        else if (prep === 'ON' && from !== until) {
          // "daily the week before the deadline" is the usual start.
          if (!has('EVERY') || due === null || until > due || until < addDays(due, -2)) return false
        } else if (prep === 'ON' && (!value.isWeekday || modifiers.length === 0)) days.push(from)
        else if ((prep === 'UNTIL' || prep === 'BEFORE') && from === due && has('EVERY')) break
        else return false
        break
      }
      case 'CLOCK':
        if (prep === 'AFTER' || prep === 'FROM') notFrom(draft, value.at)
        else if (prep === 'BEFORE' || prep === 'UNTIL') notAfter(draft, value.at)
        else return false
        break
      case 'HOURS':
        if (prep === 'AFTER') notFrom(draft, value.until)
        else if (prep === 'BEFORE') notAfter(draft, value.from)
        else {
          notFrom(draft, value.from)
          notAfter(draft, value.until)
        }
        break
      case 'WEEKDAYS':
        if (prep !== 'ON' && prep !== 'FOR') return false
        weekdays.push(...value.days)
        break
      case 'DURATION':
        return false
    }
  if (weekdays.length > 0) draft.onlyWeekdays = weekdays
  draft.only_on.push(...days)
  return true
}

/** The client is away at the times of a clause. @returns whether the clause is understood */
export function away(clause: Clause, at: RuleContext): boolean {
  const { draft, today } = at
  const { words, modifiers } = clause
  const has = (...tags: string[]): boolean => words.some((w) => tags.includes(w.tag))
  if (has('UNTIL', 'BEFORE', 'AFTER', 'BY') || (has('FROM') && !has('BACK', 'CARE'))) return false
  if (has('CARE')) {
    draft.needsCare = true
    draft.tone.before.add('gentle')
    draft.tone.after.add('gentle')
  }
  if (has('WORK'))
    return (
      modifiers.length > 0 &&
      !has('BACK', 'CARE') &&
      modifiers.every((m) => m.value.tag !== 'WEEKDAYS' && silence(m, at, clause))
    )
  if (modifiers.length === 0) {
    if (has('AWAY', 'BACK')) draft.needsPeriod = true
    return true
  }
  const isOver = words.some((w) => w.tag === 'CARE' && /died|passed|lost|death|birth|had/i.test(w.text))
  return modifiers.every((modifier) => {
    const { prep, isAfter, value, group, text } = modifier
    // "Busy on Friday afternoons"
    const isShared = modifiers.some((m) => m.group === group && m.value.tag !== value.tag)
    if (isShared && has('BUSY') && hoursIn(modifier)) return silence(modifier, at, clause)
    if (isShared && has('BUSY') && modifiers.some((m) => m.group === group && hoursIn(m))) return true
    // "Unreachable from Wednesday to Saturday" is the next time, "on Wednesdays" is every week.
    const [first, ...others] = value.tag === 'WEEKDAYS' ? value.days : []
    if (first !== undefined && prep === 'FROM' && others.length > 0 && !/days\b/i.test(text)) {
      const from = addDays(today, (first - weekdayOf(today) + 7) % 7)
      return pushAbsence(draft, from, addDays(from, others.length))
    }
    // "Her father died on Friday"
    if (isOver && prep === 'ON') return true
    if (value.tag === 'WEEKDAYS' && !has('BACK')) {
      draft.notWeekdays.push(...value.days)
      return prep === 'ON'
    }
    if (value.tag === 'DURATION') {
      draft.fromToday = true
      return (prep === 'FOR' || prep === 'ON') && pushAbsence(draft, today, addDays(today, value.days))
    }
    // "Busy in the mornings", "in class until 3"
    if (value.tag === 'CLOCK' || value.tag === 'HOURS')
      return (
        !has('BACK', 'CARE') && silence({ prep, isAfter, value, group: -1, text: '', at: 0, isUncertain: false }, at)
      )
    if (value.tag !== 'DATE') return false
    const { from: named, until } = at.date(value)
    const from = has('BACK') ? named : startOf(modifier, named, until)
    const isBack = has('BACK') && (!has('AWAY', 'CARE') || from === until) && prep !== 'UNTIL'
    if (isBack) return pushAbsence(draft, today, prep === 'AFTER' ? until : addDays(from, -1))
    if (prep === 'BEFORE') return (notBefore(draft, from), true)
    if (prep === 'UNTIL') return pushAbsence(draft, today, isAfter ? until : until)
    if (prep === 'AFTER' || prep === 'BY') return false
    if (prep === 'FROM' && from === until) return false
    return pushAbsence(draft, from < today ? today : from, until)
  })
}

function pushAbsence(draft: Draft, from: string, until: string): boolean {
  if (from > until) return false
  draft.absences.push({ from, until })
  return true
}

/** "Evenings and weekends": each group of times allows reminders by itself. */
function allowWindows(modifiers: readonly Modifier[], draft: Draft): boolean {
  const groups = Map.groupBy(modifiers, (m) => m.group)
  const named = modifiers.flatMap((m) => (m.value.tag === 'WEEKDAYS' ? m.value.days : []))
  const windows = [...groups.values()].map((group) => {
    const days = group.flatMap((m) => (m.value.tag === 'WEEKDAYS' ? m.value.days : []))
    const hours = group.find((m) => m.value.tag === 'HOURS')?.value
    const weekdays = days.length > 0 ? days : [1, 2, 3, 4, 5].filter((day) => !named.includes(day))
    const { from, until } = hours?.tag === 'HOURS' ? hours : DEFAULT_REMINDER_HOURS
    return { weekdays, from, until }
  })
  const isPlain = modifiers.every((m) => m.prep === 'ON' && (m.value.tag === 'HOURS' || m.value.tag === 'WEEKDAYS'))
  if (!isPlain || windows.some((w) => w.weekdays.length === 0) || draft.times.length > 0) return false
  draft.times = windows
  return true
}
