import type { NoteWishes } from '@portal/contract/agent'
import { daysBetween } from '@portal/contract/dates'
import { FOLLOW_UPS_MAX } from '@portal/contract/limits'
import { addDays } from '../time/time-zone.ts'

/** The properties of an assignment that its follow-ups depend on. */
export interface PlanAssignment {
  submission_id: string
  /** The earliest due date of the open sections; null when there is none. */
  due_date: string | null
  /** The day of the assignment in the client's time zone. */
  assigned_on: string
  paused: boolean
  /** Number of follow-ups sent so far, and whether the assignment was escalated to the bookkeeper. */
  sent: number
  escalated: boolean
  wishes: NoteWishes
}

/** The state of a client that planned follow-ups depend on. */
export interface PlanDaysInput {
  /** The first day on which a message can be sent, in the client's time zone. */
  today: string
  /** False when follow-ups are off or paused, or the client is inactive. */
  open: boolean
  /** The day on which a pause ends; null when there is no pause with an end date. */
  resumes: string | null
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
  /** `step` is the number of the follow-up about the assignment, from 1. */
  about: { submission_id: string; step: number }[]
}

/** Reminders in days before the due date, and the interval in days after it. */
const CADENCES: Readonly<Record<NoteWishes['cadence'], { before: readonly number[]; overdue: number }>> = {
  less: { before: [3], overdue: 6 },
  normal: { before: [7, 3, 1], overdue: 3 },
  more: { before: [5, 3, 1], overdue: 2 },
}
/** A reminder on a weekend or quiet day is moved up to this many days earlier, otherwise later. */
const MAX_DAYS_EARLIER = 3
/** Number of days to search for a day on which messages can be sent. */
const HORIZON = 400
/** Number of past intervals from which a quiet period can have moved a reminder to today. */
const LOOK_BACK = 6

const isWeekend = (day: string): boolean => [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay())

/** Returns a function that returns whether messages can be sent on a day. */
function sendableDays({ pairs, resumes }: PlanDaysInput): (day: string) => boolean {
  // An absence noted for one workform applies to all workforms of the client.
  const quiet = pairs.filter((p) => p.due_date !== null).flatMap((p) => p.wishes.quiet)
  return (day) =>
    !isWeekend(day) &&
    (resumes === null || day >= resumes) &&
    !quiet.some((q) => (q.from ?? '') <= day && day <= q.until)
}

/** Returns the day on which a reminder for `day` is sent. The result does not depend on the current date. */
function nearestSendable(day: string, due: string, first: string, open: (day: string) => boolean): string | undefined {
  const ok = (d: string): boolean => d >= first && open(d)
  if (day <= due) for (let i = 0; i <= MAX_DAYS_EARLIER; i++) if (ok(addDays(day, -i))) return addDays(day, -i)
  for (let i = 0; i <= HORIZON; i++) if (ok(addDays(day, i))) return addDays(day, i)
  return undefined
}

/** Yields the days of follow-ups about an assignment, in order, starting today at the earliest. */
function* daysOf(
  pair: PlanAssignment,
  due: string,
  input: PlanDaysInput,
  open: (day: string) => boolean,
): Generator<string> {
  const { before, overdue } = CADENCES[pair.wishes.cadence]
  // No reminder on the day of the assignment.
  const first = addDays(pair.assigned_on, 1)
  const seen = new Set<string>(input.sent)
  // Skips intervals that are too long ago to matter.
  const begin = Math.max(-before.length, Math.floor(daysBetween(due, input.today) / overdue) - LOOK_BACK)
  for (let i = begin; i < begin + HORIZON; i++) {
    const target = addDays(due, i < 0 ? -(before[i + before.length] ?? 0) : i * overdue)
    const day = nearestSendable(target, due, first, open)
    if (day === undefined) return
    if (day < input.today || seen.has(day)) continue
    seen.add(day)
    yield day
  }
}

/**
 * Plans the follow-ups of a client from today on: at most one message a day, none on weekends and quiet days,
 * none about sections that wait for the bookkeeper, and a limited number per assignment, followed by an
 * escalation. Tomorrow's result is today's without today.
 */
export function planDays(input: PlanDaysInput): PlannedDay[] {
  if (!input.open) return []
  const open = sendableDays(input)
  const days = new Map<string, PlannedDay>()
  const add = (kind: PlannedDay['kind'], day: string, submission_id: string, step: number): void => {
    const key = `${day} ${kind}`
    const known = days.get(key) ?? { day, kind, skipped: kind === 'message' && input.skipped.includes(day), about: [] }
    known.about.push({ submission_id, step })
    days.set(key, known)
  }
  for (const pair of input.pairs) {
    if (pair.due_date === null || pair.paused) continue
    let step = pair.sent
    for (const day of daysOf(pair, pair.due_date, input, open)) {
      if (step >= FOLLOW_UPS_MAX) {
        if (!pair.escalated && input.escalatedOn.includes(day)) continue
        if (!pair.escalated) add('escalation', day, pair.submission_id, step)
        break
      }
      // A skipped message does not count; another one takes its place.
      if (input.skipped.includes(day)) add('message', day, pair.submission_id, step + 1)
      else add('message', day, pair.submission_id, ++step)
    }
  }
  return [...days.values()].toSorted((a, b) => (`${a.day} ${a.kind}` < `${b.day} ${b.kind}` ? -1 : 1))
}
