import { daysBetween } from '@portal/contract/dates'
import { REMINDERS_PER_DAY_MAX } from '@portal/contract/limits'
import type { ReminderCaution, ReminderRefusal } from '@portal/contract/reminder-texts'
import { localTime } from '../../platform/time/time-zone.ts'
import { askedSections } from './asked-sections.ts'
import type { Assignment, ClientState } from './client-state.ts'
import { dueDateOf } from './assignment-state.ts'
import { aboutAssignments, factsHash, factsOf } from './follow-up-facts.ts'
import { historyOf, planFollowUps } from './plan-follow-ups.ts'
import { heldOf, personOf, preferencesOf } from './preferences-of.ts'
import type { SentFollowUp } from './send-steps.ts'
import { windowsOf } from '../../platform/time/send-times.ts'
import { templateText } from './words/template-text.ts'

/** The reminder that a client would get now. */
export interface PreparedReminder extends SentFollowUp {
  /** Hash of the facts that the text is based on. */
  hash: string
  refusal: ReminderRefusal | null
  caution: ReminderCaution | null
  /** The latest promised day, if the client has promised to send everything that the reminder asks for. */
  promised: string | null
  last_at: string | null
}

/** Returns whether the day by which the client has promised to send an assignment is not over. */
const isPromised = ({ promised }: Assignment, today: string): boolean => promised !== null && today <= promised

/** Returns whether the preferences or a promise exclude an assignment from all reminders on a day. */
function isUnwanted({ client }: ClientState, assignment: Assignment, today: string): boolean {
  const { never, not_before } = preferencesOf(client, assignment)
  const asked = askedSections(client, assignment).some((a) => a.not_before === null || a.not_before <= today)
  return (
    assignment.paused || never || !asked || isPromised(assignment, today) || (not_before !== null && today < not_before)
  )
}

/** Returns whether the number, the dates and the interval in the preferences allow a reminder of an assignment. */
function isAllowed(state: ClientState, assignment: Assignment, today: string): boolean {
  const { max, only_on, every } = preferencesOf(state.client, assignment)
  const { days } = historyOf(state, assignment)
  return (
    (only_on === null || only_on.includes(today)) &&
    (max === null || days.length < max) &&
    (every === null || days.every((day) => day === today || daysBetween(day, today) >= every))
  )
}

/** Returns the assignments to remind of: those for which the preferences allow it now, or else all that are open. */
function remindable(state: ClientState, today: string): Assignment[] {
  const open = state.assignments.filter((a) => dueDateOf(a) !== null)
  const wanted = open.filter((a) => !isUnwanted(state, a, today))
  const allowed = wanted.filter((a) => isAllowed(state, a, today))
  const running = open.filter((a) => !a.paused)
  return [allowed, wanted, running].find((some) => some.length > 0) ?? open
}

/** Returns whether the bookkeeper has put the follow-ups about these assignments on hold today. */
function isOnHold(state: ClientState, asked: readonly Assignment[], today: string): boolean {
  const { client } = state
  const { mode, resumes } = client
  const isPaused = mode === 'paused' && (resumes === null || today < resumes)
  const isQuiet = personOf(state).quiet.some(({ from, until }) => from <= today && today <= until)
  const areAllUnwanted = asked.every((a) => isUnwanted(state, a, today))
  return client.held_since !== null || mode === 'off' || isPaused || isQuiet || areAllUnwanted || heldOf(state) !== null
}

/** Returns whether preferences for times, dates, the number or the interval exclude a reminder now. */
function isExcluded(state: ClientState, asked: readonly Assignment[], now: Date): boolean {
  const { day, minutes } = localTime(state.client.time_zone, now)
  const { times, isReachable } = personOf(state)
  const isTime = times.length === 0 || windowsOf(times, day).some((w) => w.from <= minutes && minutes < w.until)
  return !isReachable || !isTime || !asked.some((a) => isAllowed(state, a, day))
}

function refusalOf({ client }: ClientState, asked: readonly Assignment[], sentToday: number): ReminderRefusal | null {
  if (client.is_archived) return 'archived'
  if (!client.accepted) return 'not_signed_up'
  if (client.status === 'inactive') return 'inactive'
  if (!client.wants_reminders) return 'unsubscribed'
  if (asked.length === 0) return 'nothing_open'
  return sentToday >= REMINDERS_PER_DAY_MAX ? 'too_often' : null
}

function cautionOf(state: ClientState, asked: readonly Assignment[], now: Date): ReminderCaution | null {
  const today = localTime(state.client.time_zone, now).day
  if (isOnHold(state, asked, today)) return 'on_hold'
  return isExcluded(state, asked, now) ? 'not_allowed' : null
}

/** Returns the day by which the client has promised to send all assignments, or null. */
const promisedOf = (asked: readonly Assignment[], today: string): string | null =>
  asked.every((a) => isPromised(a, today))
    ? (asked
        .flatMap((a) => a.promised ?? [])
        .toSorted()
        .at(-1) ?? null)
    : null

/** Returns today's planned message, or the template's text about everything that the client still has to submit. */
function messageOf(state: ClientState, asked: readonly Assignment[], day: string, now: Date) {
  const planned = planFollowUps(state, now).find((p) => p.day === day && p.kind === 'message' && !p.skip)
  if (planned) {
    const { subject, text, source, about, hash } = planned
    return { subject, text, source, about, hash }
  }
  const about = asked.map((a) => {
    const { days, overdue } = historyOf(state, a)
    const isOverdue = day > (dueDateOf(a) ?? day)
    return { submission_id: a.submission_id, step: days.length + 1, overdue: isOverdue ? overdue + 1 : 0, last: false }
  })
  if (about.length === 0) return { subject: '', text: '', source: 'template' as const, about: [], hash: '' }
  const facts = factsOf(state, { day, about })
  return {
    ...templateText(facts),
    source: 'template' as const,
    about: aboutAssignments(state, { day, about }),
    hash: factsHash(facts),
  }
}

/** Returns the reminder that a client would get now, and what speaks against it. */
export function prepareReminder(state: ClientState, now: Date): PreparedReminder {
  const { client, followUps } = state
  const day = localTime(client.time_zone, now).day
  const asked = remindable(state, day)
  const sent = followUps.filter((f) => f.state === 'sent' && f.kind === 'message')
  const today = sent.filter((f) => f.day === day).length
  const refusal = refusalOf(state, asked, today)
  return {
    day,
    kind: 'message',
    ...messageOf(state, asked, day, now),
    refusal,
    caution: refusal ? null : today > 0 ? 'reminded_today' : cautionOf(state, asked, now),
    promised: promisedOf(asked, day),
    last_at:
      sent
        .map((f) => f.at)
        .toSorted()
        .at(-1) ?? null,
  }
}
