import { addDays, daysBetween } from '@portal/contract/dates'
import type { Preferences } from '@portal/contract/preferences'
import type { PlanAssignment, PlanTrack } from './plan-days.ts'
import { windowsOf } from '../../platform/time/send-times.ts'

/** What decides on which days messages can be sent to a client. */
export interface ReminderCalendar {
  /** The preferences that apply to all messages to the client. */
  person: Pick<Preferences, 'quiet' | 'times'>
  /** The day on which a pause ends; null when there is no pause with an end date. */
  resumes: string | null
  /** Returns whether a day is a public holiday where the client lives. */
  isHoliday: (day: string) => boolean
}

/** Default reminders in days before the due date, and the interval in days after it. */
const BEFORE = [7, 3, 1] as const
const OVERDUE = 3
/** A reminder on a weekend, holiday or quiet day is moved up to this many days earlier, otherwise later. */
const MAX_DAYS_EARLIER = 3
/** Number of days to search for a day on which messages can be sent. */
const HORIZON = 400
/** Number of past intervals from which a quiet period can have moved a reminder to today. */
const LOOK_BACK = 6
/** With a rhythm of their own, reminders start this many days before the due date, or one interval if it is longer. */
const START = 7

interface Reminder {
  day: string
  /** False when a quiet day has moved the reminder to a later day. */
  onTime: boolean
}
type Reminders = Generator<Reminder, undefined>

const latest = (days: readonly string[]): string => days.toSorted().at(-1) ?? ''

/** Merges reminders in order. */
function* merge(all: readonly Reminders[]): Reminders {
  const heads = all.map((reminders) => ({ reminders, head: reminders.next().value }))
  for (;;) {
    const [next] = heads
      .flatMap(({ reminders, head }) => (head ? [{ reminders, head }] : []))
      .toSorted((a, b) => (a.head.day < b.head.day ? -1 : 1))
    if (!next) return undefined
    yield next.head
    for (const entry of heads) if (entry.reminders === next.reminders) entry.head = next.reminders.next().value
  }
}

/** Returns the day of a reminder relative to the due date, for reminders in order; negative `i` are before it. */
function targetOf(due: string, i: number, every: number | null): string {
  if (every !== null) return addDays(due, i * every)
  return addDays(due, i < 0 ? -(BEFORE[i + BEFORE.length] ?? 0) : i * OVERDUE)
}

/**
 * Returns the first day of reminders about an assignment: neither on the day on which it was assigned, nor until the
 * client's promise has been missed.
 */
function firstDay({ assigned_on, promised, preferences }: PlanAssignment): string {
  const dayAfter = [assigned_on, promised].flatMap((day) => (day === null ? [] : addDays(day, 1)))
  return latest([...dayAfter, preferences.not_before ?? ''])
}

/** Days on which reminders can be sent to a client. */
export interface ReminderDays {
  /** Iterates over the days of reminders about an assignment, in order. */
  daysOf: (pair: PlanAssignment) => Iterator<string, undefined>
  /** Returns the first day from a day on at which a message can be sent. */
  openFrom: (day: string) => string | undefined
  /** Returns whether a reminder of these assignments was moved to a day from an earlier one. */
  isDelayed: (day: string, work: readonly { pair: PlanAssignment }[]) => boolean
}

/** Returns a predicate for days on which messages can be sent. */
function openDays({ person, resumes, isHoliday }: ReminderCalendar): (day: string) => boolean {
  const known = new Map<string, boolean>()
  const compute = (day: string): boolean =>
    (resumes === null || day >= resumes) &&
    windowsOf(person.times, day).length > 0 &&
    !isHoliday(day) &&
    !person.quiet.some((q) => q.from <= day && day <= q.until)
  return (day) => {
    const open = known.get(day) ?? compute(day)
    known.set(day, open)
    return open
  }
}

/** Returns the days on which reminders can be sent, from `start` on. They do not depend on the current date. */
export function reminderDays(calendar: ReminderCalendar, start: string): ReminderDays {
  const isOpen = openDays(calendar)

  function openFrom(day: string): string | undefined {
    for (let i = 0; i <= HORIZON; i++) if (isOpen(addDays(day, i))) return addDays(day, i)
    return undefined
  }

  /** Returns the day on which a reminder for `day` is sent. */
  function nearest(day: string, due: string, first: string): string | undefined {
    const isEarly = (d: string): boolean => d >= first && isOpen(d)
    if (day <= due) for (let i = 0; i <= MAX_DAYS_EARLIER; i++) if (isEarly(addDays(day, -i))) return addDays(day, -i)
    return openFrom(day < first ? first : day)
  }

  /** Iterates over the default reminders about sections with a common due date. */
  function* rhythm({ pair, track }: { pair: PlanAssignment; track: PlanTrack }): Reminders {
    const { every } = pair.preferences
    const { due_date: due } = track
    const first = latest([firstDay(pair), track.not_before ?? ''])
    const begin = every === null ? -BEFORE.length : -Math.max(1, Math.floor(START / every))
    // Skips intervals that are too long ago to matter.
    const recent = Math.floor(daysBetween(due, start) / (every ?? OVERDUE)) - LOOK_BACK
    for (let i = Math.max(begin, recent); ; i++) {
      const target = targetOf(due, i, every)
      const day = nearest(target, due, first)
      if (day === undefined || daysBetween(start, day) > HORIZON) return undefined
      yield { day, onTime: day <= target }
    }
  }

  /** Iterates over the reminders about an assignment. Dates that the bookkeeper has chosen are not moved. */
  function* remindersOf(pair: PlanAssignment): Reminders {
    const { only_on } = pair.preferences
    const first = firstDay(pair)
    const chosen = (only_on ?? []).filter((day) => day >= first && isOpen(day)).toSorted()
    for (const day of chosen) yield { day, onTime: true }
    const after = latest(only_on ?? [''])
    // After the last chosen date only an escalation can follow.
    for (const reminder of merge(pair.tracks.map((track) => rhythm({ pair, track }))))
      if (reminder.day > after) yield reminder
    return undefined
  }

  // Computed once, because the plan of a client with many assignments asks for each day.
  const delayed = new Map<PlanAssignment, ReadonlySet<string>>()
  function delayedDays(pair: PlanAssignment): ReadonlySet<string> {
    const compute = () => new Set([...remindersOf(pair)].flatMap(({ day, onTime }) => (onTime ? [] : day)))
    const days = delayed.get(pair) ?? compute()
    delayed.set(pair, days)
    return days
  }

  return {
    *daysOf(pair) {
      const seen = new Set<string>()
      for (const { day } of remindersOf(pair)) {
        if (day < start || seen.has(day)) continue
        seen.add(day)
        yield day
      }
      return undefined
    },
    openFrom,
    isDelayed: (day, work) => work.some(({ pair }) => delayedDays(pair).has(day)),
  }
}
