import type { NoteWishes } from '@portal/contract/agent'
import { daysBetween } from '@portal/contract/dates'
import { FOLLOW_UPS_MAX } from '@portal/contract/limits'
import { addDays } from '../time/time-zone.ts'

/** An assignment (client × workform) as the plan sees it. */
export interface PlanAssignment {
  submission_id: string
  /** The earliest due date of what the client has yet to hand in; null where there is none, or nothing to hand in. */
  due_date: string | null
  /** The day on which it was assigned, in the client's time zone. */
  assigned_on: string
  paused: boolean
  /** Follow-ups that were sent about it, and whether the bookkeeper was told that they were in vain. */
  sent: number
  escalated: boolean
  wishes: NoteWishes
}

/** What the plan of a client follows from. */
export interface PlanDaysInput {
  /** The first day that a message could still be sent on, in the client's time zone. */
  today: string
  /** Whether follow-ups may be sent at all: not to an inactive client, nor where they are paused or switched off. */
  open: boolean
  /** Until this day nothing is sent; null: no such pause. */
  resumes: string | null
  pairs: readonly PlanAssignment[]
  /** Days on which a message was sent to the client, and days that the bookkeeper wants left out. */
  sent: readonly string[]
  /** Days on which the bookkeeper was told of others. */
  told: readonly string[]
  skipped: readonly string[]
}

/** What is planned for a day: one message about these assignments, or one word to the bookkeeper that they got nowhere. */
export interface PlannedDay {
  day: string
  kind: 'message' | 'escalation'
  skipped: boolean
  /** `step` counts the follow-ups about the assignment, from 1. */
  about: { submission_id: string; step: number }[]
}

/** Days before the due date, and how many days lie between two when it has passed. */
const CADENCES: Readonly<Record<NoteWishes['cadence'], { before: readonly number[]; overdue: number }>> = {
  less: { before: [3], overdue: 6 },
  normal: { before: [7, 3, 1], overdue: 3 },
  more: { before: [5, 3, 1], overdue: 2 },
}
/** A reminder that falls on a weekend or a quiet day comes up to this many days earlier; else after it. */
const EARLIER = 3
/** Days that are looked through for one on which something may be sent. */
const HORIZON = 400
/** Reminders of the past that a quiet time may have kept until today. */
const LOOK_BACK = 6

const isWeekend = (day: string): boolean => [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay())

/** Whether something may be sent on a day. */
function openDays({ pairs, resumes }: PlanDaysInput): (day: string) => boolean {
  // What keeps a client from answering about one workform keeps them from answering about another.
  const quiet = pairs.filter((p) => p.due_date !== null).flatMap((p) => p.wishes.quiet)
  return (day) =>
    !isWeekend(day) &&
    (resumes === null || day >= resumes) &&
    !quiet.some((q) => (q.from ?? '') <= day && day <= q.until)
}

/** The day on which a reminder for `day` is sent; the same however late one asks. */
function shifted(day: string, due: string, first: string, open: (day: string) => boolean): string | undefined {
  const ok = (d: string): boolean => d >= first && open(d)
  if (day <= due) for (let i = 0; i <= EARLIER; i++) if (ok(addDays(day, -i))) return addDays(day, -i)
  for (let i = 0; i <= HORIZON; i++) if (ok(addDays(day, i))) return addDays(day, i)
  return undefined
}

/** The days on which an assignment is followed up, in order, from the first that is not over. */
function* daysOf(
  pair: PlanAssignment,
  due: string,
  input: PlanDaysInput,
  open: (day: string) => boolean,
): Generator<string> {
  const { before, overdue } = CADENCES[pair.wishes.cadence]
  // Who was given something today is not reminded of it today.
  const first = addDays(pair.assigned_on, 1)
  const seen = new Set<string>(input.sent)
  // What was due weeks ago can be on no day to come.
  const begin = Math.max(-before.length, Math.floor(daysBetween(due, input.today) / overdue) - LOOK_BACK)
  for (let i = begin; i < begin + HORIZON; i++) {
    const wanted = addDays(due, i < 0 ? -(before[i + before.length] ?? 0) : i * overdue)
    const day = shifted(wanted, due, first, open)
    if (day === undefined) return
    if (day < input.today || seen.has(day)) continue
    seen.add(day)
    yield day
  }
}

/**
 * The follow-ups of a client from today on: one message a day at most, none on weekends and quiet days, none about what is not the client's
 * to do, and not more about one assignment than the limit; then the bookkeeper is told. The plan of tomorrow is that of today without today.
 */
export function planDays(input: PlanDaysInput): PlannedDay[] {
  if (!input.open) return []
  const open = openDays(input)
  const days = new Map<string, PlannedDay>()
  const plan = (kind: PlannedDay['kind'], day: string, submission_id: string, step: number): void => {
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
        if (!pair.escalated && input.told.includes(day)) continue
        if (!pair.escalated) plan('escalation', day, pair.submission_id, step)
        break
      }
      // What is left out does not count: another one takes its place.
      if (input.skipped.includes(day)) plan('message', day, pair.submission_id, step + 1)
      else plan('message', day, pair.submission_id, ++step)
    }
  }
  return [...days.values()].toSorted((a, b) => (`${a.day} ${a.kind}` < `${b.day} ${b.kind}` ? -1 : 1))
}
