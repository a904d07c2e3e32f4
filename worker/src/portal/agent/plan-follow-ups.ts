import type { FollowUpFacts } from '@portal/contract/agent'
import { addDays } from '@portal/contract/dates'
import type { AboutAssignment } from '../../platform/db/schema/index.ts'
import { localTime } from '../../platform/time/time-zone.ts'
import { tracksOf } from './asked-sections.ts'
import { dueDateOf, openSections } from './assignment-state.ts'
import { type PlanDaysInput, type PlannedDay, planDays } from './plan-days.ts'
import type { AgentClient, Assignment, ClientState, StoredFollowUp } from './client-state.ts'
import { escalationFacts } from './escalation-facts.ts'
import { aboutAssignments, factsHash, factsOf } from './follow-up-facts.ts'
import { holidaysIn } from './holidays.ts'
import { invitationText } from './invite-again.ts'
import { pausedUntil } from './paused-until.ts'
import { heldOf, personOf, preferencesOf } from './preferences-of.ts'
import { firstDay, type SendTimes, sendAt } from '../../platform/time/send-times.ts'
import { escalationText } from './words/escalation-text.ts'
import { templateText } from './words/template-text.ts'

/** A planned follow-up with the properties of its row. */
export interface PlannedFollowUp
  extends Pick<StoredFollowUp, 'day' | 'kind' | 'subject' | 'text' | 'source' | 'facts_hash'> {
  at: Date
  skip: boolean
  /** Whether the text is final unless something changes. */
  ready: boolean
  about: AboutAssignment[]
  /** Null for an invitation or escalation, whose texts always come from the template. */
  facts: FollowUpFacts | null
  /** Hash of the current facts. */
  hash: string
}

/** What was sent about an assignment so far. */
interface History {
  /** The days of reminders and invitations, and how many of them were after the due date. */
  days: string[]
  overdue: number
  escalated: boolean
}

/** Returns what was sent about an assignment so far, and whether it was escalated. */
export function historyOf({ followUps }: ClientState, assignment: Assignment): History {
  const { submission_id } = assignment
  const due = dueDateOf(assignment)
  // After the due date has moved, follow-ups and escalations count again.
  const isOverdue = ({ day }: StoredFollowUp): boolean => due === null || day > due
  const past = followUps.filter((f) => f.state === 'sent' && f.about.some((a) => a.submission_id === submission_id))
  const sent = past.filter((f) => f.kind !== 'escalation')
  return {
    days: sent.map((f) => f.day),
    overdue: sent.filter(isOverdue).length,
    escalated: past.some((f) => f.kind === 'escalation' && isOverdue(f)),
  }
}

type Planned = Omit<PlannedDay, 'kind'> & Pick<PlannedFollowUp, 'kind'>

function textOf(state: ClientState, planned: Planned, stored: StoredFollowUp | undefined) {
  const facts = planned.kind === 'message' ? factsOf(state, planned) : null
  const hash = factsHash(facts)
  if (stored?.source === 'bookkeeper') {
    const { subject, text, source, facts_hash } = stored
    return { subject, text, source, facts_hash, facts, hash, ready: true }
  }
  const template = { source: 'template' as const, facts_hash: hash, facts, hash }
  if (facts === null) {
    const text =
      planned.kind === 'invitation'
        ? invitationText(state, planned)
        : escalationText(escalationFacts(state, planned), planned.day)
    return { ...text, ...template, ready: true }
  }
  if (stored?.ready && stored.facts_hash === hash) {
    const { subject, text, source } = stored
    return { subject, text, source, facts_hash: hash, facts, hash, ready: true }
  }
  return { ...templateText(facts), ...template, ready: false }
}

/** Returns when messages to a client can be sent. */
export const sendTimesOf = (state: ClientState): SendTimes => ({
  times: personOf(state).times,
  clientId: state.client.client_id,
  timeZone: state.client.time_zone,
})

/**
 * Returns the first day on which a message can be sent: not the day on which the bookkeeper read the client's messages
 * or restored the client or an assignment.
 */
function firstSendableDay(state: ClientState, now: Date): string {
  const { time_zone, messages_read_at, restored_at } = state.client
  const next = (day: string): string => addDays(day, 1)
  const first = firstDay(sendTimesOf(state), now, next)
  const days = [messages_read_at, restored_at].flatMap((at) =>
    at === null ? [] : next(localTime(time_zone, new Date(at)).day),
  )
  return [first, ...days].toSorted().at(-1) ?? first
}

const canBeSent = ({ accepted, can_be_invited, wants_reminders, status, mode, resumes }: AgentClient): boolean =>
  (accepted || (can_be_invited && wants_reminders)) &&
  status !== 'inactive' &&
  (mode === 'on' || (mode === 'paused' && resumes !== null))

/** Returns what the days of a client's follow-ups depend on. */
function planInput(state: ClientState, now: Date): PlanDaysInput {
  const { client, assignments, followUps } = state
  const { time_zone } = client
  const person = personOf(state)
  const daysOf = (which: (f: StoredFollowUp) => boolean): string[] => followUps.filter(which).map((f) => f.day)
  return {
    today: firstSendableDay(state, now),
    open: canBeSent(client) && person.isReachable && heldOf(state) === null,
    resumes: client.mode === 'paused' ? client.resumes : null,
    person,
    isHoliday: holidaysIn(time_zone),
    every: person.every,
    pairs: assignments.map((a) => {
      const { days, escalated } = historyOf(state, a)
      return {
        submission_id: a.submission_id,
        tracks: tracksOf(client, a),
        assigned_on: localTime(time_zone, new Date(openSections(a)[0]?.assigned_at ?? a.sections[0].assigned_at)).day,
        paused: a.paused,
        sent: days,
        escalated,
        promised: pausedUntil(client, a),
        preferences: preferencesOf(client, a),
      }
    }),
    sent: daysOf((f) => f.state === 'sent' && f.kind !== 'escalation'),
    escalatedOn: daysOf((f) => f.state === 'sent' && f.kind === 'escalation'),
    skipped: daysOf((f) => f.state !== 'sent' && f.skip),
  }
}

/** Returns the future follow-ups of a client, earliest first, as they will be sent if nothing changes. */
export function planFollowUps(state: ClientState, now: Date): PlannedFollowUp[] {
  const { client, followUps } = state
  return planDays(planInput(state, now)).map((of) => {
    // A client who never signed up has no chat to read: a new invitation takes the place of the reminder.
    const planned: Planned = of.kind === 'message' && !client.accepted ? { ...of, kind: 'invitation' } : of
    const stored = followUps.find((f) => f.day === planned.day && f.kind === planned.kind && f.state !== 'sent')
    return {
      day: planned.day,
      kind: planned.kind,
      at: sendAt(planned.day, sendTimesOf(state)),
      skip: planned.skipped,
      about: aboutAssignments(state, planned),
      ...textOf(state, planned, stored),
    }
  })
}
