import { addDays, daysBetween } from '@portal/contract/dates'
import { FOLLOW_UPS_MAX } from '@portal/contract/limits'
import type { Preferences } from '@portal/contract/preferences'
import { type ReminderCalendar, type ReminderDays, reminderDays } from './reminder-days.ts'

/** Open sections of an assignment with a common due date. */
export interface PlanTrack {
  due_date: string
  /** The first day on which the sections can be asked for. */
  not_before: string | null
}

/** The properties of an assignment that its follow-ups depend on. */
export interface PlanAssignment {
  submission_id: string
  /** Empty when there is nothing to ask for. */
  tracks: readonly PlanTrack[]
  /** The day of the assignment in the client's time zone. */
  assigned_on: string
  paused: boolean
  /** Days on which a message about the assignment was sent. */
  sent: readonly string[]
  /** Whether the assignment was escalated to the bookkeeper. */
  escalated: boolean
  /** The day by which the client has promised to send it. Nothing is sent about it until the day after. */
  promised: string | null
  /** The client's and the assignment's preferences, merged. */
  preferences: Preferences
}

/** The state of a client that planned follow-ups depend on. */
export interface PlanDaysInput extends ReminderCalendar {
  /** The first day on which a message can be sent, in the client's time zone. */
  today: string
  /** False when follow-ups are off, paused or held, or the client is inactive. */
  open: boolean
  /** Minimum number of days between any two messages to the client; null for the default. */
  every: number | null
  pairs: readonly PlanAssignment[]
  /** Days on which a message was sent to the client. */
  sent: readonly string[]
  /** Days on which an escalation was sent to the bookkeeper. */
  escalatedOn: readonly string[]
  /** Days that the bookkeeper skips. */
  skipped: readonly string[]
}

/** A planned day: a reminder about these assignments, or their escalation to the bookkeeper. */
export interface PlannedDay {
  day: string
  kind: 'message' | 'escalation'
  skipped: boolean
  about: PlannedAbout[]
}

/** An assignment that a planned day is about. */
export interface PlannedAbout {
  submission_id: string
  /** The number of the follow-up about the assignment, from 1. */
  step: number
  /** The number among those after the due date, from 1; 0 on the due date and before. */
  overdue: number
  /** Whether no other reminder about the assignment follows. */
  last: boolean
}

/** Number of days to plan ahead. */
const HORIZON = 400

/** An assignment while its days are planned. */
interface Progress {
  pair: PlanAssignment
  /** The earliest due date. */
  due: string
  sent: string[]
  /** A day for a reminder that was not sent on that day, because another message was too close. */
  waiting: string | null
  days: Iterator<string>
  next: string | undefined
  /** The day after `next` when that is not one of `days`. */
  following: string | undefined
  last: PlannedAbout | null
}

const latest = (days: readonly string[], before: string): string | undefined =>
  days
    .filter((day) => day < before)
    .toSorted()
    .at(-1)

const overdueOf = (sent: readonly string[], due: string): number => sent.filter((day) => day > due).length

/** Returns whether the preferences allow no other reminder about an assignment on a day or later. */
function isExhausted({ pair, due, sent }: Progress, day: string): boolean {
  const { max, only_on } = pair.preferences
  return (
    overdueOf(sent, due) >= FOLLOW_UPS_MAX ||
    (max !== null && sent.length >= max) ||
    (only_on !== null && only_on.every((d) => d < day))
  )
}

const aboutOf = ({ pair, sent, due }: Progress): PlannedAbout => ({
  submission_id: pair.submission_id,
  step: sent.length,
  overdue: overdueOf(sent, due),
  last: false,
})

const isAllowed = (progress: Progress, day: string): boolean => {
  const { only_on, every } = progress.pair.preferences
  const last = latest(progress.sent, day)
  return (
    !isExhausted(progress, day) &&
    (only_on === null || only_on.includes(day)) &&
    (every === null || last === undefined || daysBetween(last, day) >= every)
  )
}

function startOf(pair: PlanAssignment, calendar: ReminderDays): Progress {
  const days = calendar.daysOf(pair)
  const [due = ''] = pair.tracks.map((t) => t.due_date).toSorted()
  const next = days.next().value
  return { pair, due, sent: [...pair.sent], waiting: null, days, next, following: undefined, last: null }
}

/** Returns the first day on which a reminder can be sent that would come too soon on `day`, or undefined. */
function retryOf(progress: Progress, day: string, calendar: ReminderDays): string | undefined {
  const { every, only_on } = progress.pair.preferences
  const last = latest(progress.sent, addDays(day, 1))
  if (every === null || only_on !== null || last === undefined || last === day) return undefined
  if (isExhausted(progress, day)) return undefined
  return daysBetween(last, day) < every ? calendar.openFrom(addDays(last, every)) : undefined
}

/** Moves on to the next day of an assignment. */
function advance(progress: Progress, calendar: ReminderDays): void {
  const day = progress.next ?? ''
  const following = progress.following ?? progress.days.next().value
  const retry = retryOf(progress, day, calendar)
  const isSooner = retry !== undefined && retry > day && (following === undefined || retry < following)
  progress.next = isSooner ? retry : following
  progress.following = isSooner ? following : undefined
}

/** Plans no other day for an assignment. */
const end = (progress: Progress): void => void Object.assign(progress, { days: [].values(), following: undefined })

/** Returns the longest interval in days. A reminder from that long ago can still be waiting for today. */
const longestInterval = ({ every, pairs }: PlanDaysInput): number =>
  Math.max(1, every ?? 1, ...pairs.map((p) => p.preferences.every ?? 1))

/**
 * Plans the follow-ups of a client from today on: only on days that the preferences allow, at most one message a day,
 * none on the day after a message that a quiet period has delayed, none about sections that wait for the bookkeeper,
 * and a limited number per assignment, followed by an escalation. Tomorrow's result is today's without today.
 */
export function planDays(input: PlanDaysInput): PlannedDay[] {
  if (!input.open) return []
  const { today, every, skipped } = input
  const calendar = reminderDays(input, addDays(today, -longestInterval(input)))
  const sent = [...input.sent]
  const planned: PlannedDay[] = []
  const work = input.pairs
    .filter((p) => p.tracks.length > 0 && !p.paused && !p.preferences.never)
    .map((pair) => startOf(pair, calendar))

  const isSpaced = (day: string): boolean => {
    const before = latest(sent, day)
    if (before === undefined) return true
    const gap = daysBetween(before, day)
    if (every !== null) return gap >= every
    if (gap > 1) return true
    const wanting = work.filter((p) => p.next === day)
    if (wanting.some((p) => p.pair.preferences.every === 1)) return true
    const isEarly = wanting.some((p) => day <= p.due)
    return isEarly && !calendar.isDelayed(before, work) && !calendar.isDelayed(day, work)
  }

  const escalate = (day: string): void => {
    const about = work.filter((p) => p.next === day && day > p.due && isExhausted(p, day))
    const escalated = about.filter((p) => !p.pair.escalated && day >= today && !input.escalatedOn.includes(day))
    if (escalated.length > 0)
      planned.push({
        day,
        kind: 'escalation',
        skipped: false,
        about: escalated.map((p) => aboutOf(p)),
      })
    // Another day follows when an escalation was already sent on this one.
    for (const p of about) if (p.pair.escalated || escalated.includes(p)) end(p)
  }

  const remind = (day: string): void => {
    for (const p of work) if (p.next === day && !p.sent.some((d) => d >= day)) p.waiting = day
    if (day < today || sent.includes(day) || !isSpaced(day)) return
    const ready = work.filter(
      (p) => p.waiting !== null && daysBetween(p.waiting, day) < (every ?? 1) && isAllowed(p, day),
    )
    if (!ready.some((p) => p.next === day)) return
    const isSkipped = skipped.includes(day)
    const about = ready.map((p) => aboutOf({ ...p, sent: [...p.sent, day] }))
    planned.push({ day, kind: 'message', skipped: isSkipped, about })
    // A skipped message does not count; another one takes its place.
    if (isSkipped) return
    sent.push(day)
    for (const [i, p] of ready.entries()) {
      p.sent.push(day)
      p.waiting = null
      p.last = about[i] ?? null
    }
  }

  for (;;) {
    const [day] = work.flatMap((p) => p.next ?? []).toSorted()
    if (day === undefined || day > addDays(today, HORIZON)) break
    escalate(day)
    remind(day)
    for (const p of work) if (p.next === day) advance(p, calendar)
  }
  for (const { last } of work) if (last) last.last = true
  return planned.toSorted((a, b) => (`${a.day} ${a.kind}` < `${b.day} ${b.kind}` ? -1 : 1))
}
