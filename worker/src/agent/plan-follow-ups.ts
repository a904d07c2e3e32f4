import type { FollowUpFacts } from '@portal/contract/agent'
import { addDays, daysBetween } from '@portal/contract/dates'
import { type Tone, TONES } from '@portal/contract/no-preferences'
import { tokenHash } from '../crypto/secrets.ts'
import type { AboutAssignment } from '../db/schema/index.ts'
import { localTime } from '../time/time-zone.ts'
import { askedFirst, askedSections, tracksOf } from './asked-sections.ts'
import { dueDateOf, openSections } from './assignment-state.ts'
import { type PlanDaysInput, type PlannedDay, planDays } from './plan-days.ts'
import type { AgentClient, Assignment, ClientState, SectionRow, StoredFollowUp } from './client-state.ts'
import { escalationFacts } from './escalation-facts.ts'
import { holidaysIn } from './holidays.ts'
import { invitationText } from './invite-again.ts'
import { pausedUntil } from './paused-until.ts'
import { heldOf, personOf, preferencesOf } from './preferences-of.ts'
import { firstDay, type SendTimes, sendAt } from './send-times.ts'
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

interface Asked {
  open: SectionRow[]
  due_date: string
}

/** Returns the sections that a reminder on a day asks for, by due date, the earliest first. */
function askedByDate(client: AgentClient, assignment: Assignment, day: string): Asked[] {
  const asked = askedSections(client, assignment).filter((a) => a.not_before === null || a.not_before <= day)
  const dates = [...Map.groupBy(asked, (a) => a.due_date)]
  return dates
    .map(([due_date, sections]) => ({ due_date, open: sections.map((a) => a.section) }))
    .toSorted((a, b) => (a.due_date < b.due_date ? -1 : 1))
}

/** Returns the sections that a reminder on a day asks for, with their earliest due date. */
function askedOn(client: AgentClient, assignment: Assignment, day: string): Asked {
  const asked = askedByDate(client, assignment, day)
  return { open: asked.flatMap((a) => a.open), due_date: asked[0]?.due_date ?? dueDateOf(assignment) ?? day }
}

/** Days after a missed promise in which reminders mention it. Later, it would only sound like blame. */
const PROMISE_MENTIONED_DAYS = 7

/** Returns the day of a promise that was missed shortly before a day. */
function mentionedPromise({ promised }: Assignment, day: string): string | null {
  if (promised === null || promised >= day) return null
  return daysBetween(promised, day) <= PROMISE_MENTIONED_DAYS ? promised : null
}

const rejectedFacts = ({ section_name, rejection_reason, to_fix }: SectionRow) => ({
  section: section_name,
  reason: rejection_reason ?? '',
  ...(to_fix.length > 0 ? { to_fix: to_fix.map(({ question }) => question) } : {}),
})

/** Returns the facts about an assignment, separate for sections with another due date. */
function workformFacts(client: AgentClient, assignment: Assignment, { day, last }: { day: string; last: boolean }) {
  const allOpen = openSections(assignment).length
  const asked = askedByDate(client, assignment, day)
  const groups = asked.length > 0 ? asked : [askedOn(client, assignment, day)]
  return groups.map(({ open, due_date }) => ({
    name: assignment.workform_name,
    is_part: open.length < allOpen && (groups.length > 1 || open.some((s) => s.due_date !== due_date)),
    due_date,
    days_left: daysBetween(day, due_date),
    open_sections: open.filter((s) => s.status !== 'rejected').map((s) => s.section_name),
    rejected: open.filter((s) => s.status === 'rejected').map(rejectedFacts),
    done: assignment.sections.length - allOpen,
    total: assignment.sections.length,
    last,
    promised: mentionedPromise(assignment, day),
  }))
}

/** Returns the gentlest tone for a message before or after the due dates of assignments. */
function toneOf(client: AgentClient, asked: readonly Assignment[], when: 'before' | 'after'): Tone {
  const tones = asked.map((a) => preferencesOf(client, a).tone[when])
  return TONES.find((tone) => tones.includes(tone)) ?? 'neutral'
}

/** Returns the facts that the text of a planned message can use. */
export function factsOf(state: ClientState, { day, about }: Pick<PlannedDay, 'day' | 'about'>): FollowUpFacts {
  const { client, assignments } = state
  const asked = assignments
    .flatMap((assignment) => {
      const planned = about.find((p) => p.submission_id === assignment.submission_id)
      if (!planned) return []
      return workformFacts(client, assignment, { day, last: planned.last }).map((facts) => ({ assignment, facts }))
    })
    .toSorted((a, b) => (a.facts.due_date < b.facts.due_date ? -1 : 1))
  const left = asked[0]?.facts.days_left ?? 0
  const sorted = asked.map((a) => a.assignment)
  return {
    client_name: client.name,
    bookkeeper_name: client.bookkeeper_name,
    firm_name: client.firm_name,
    workforms: asked.map((a) => a.facts),
    step: Math.max(...about.map((a) => a.step)),
    kind: left > 0 ? 'before' : left === 0 ? 'due' : 'overdue',
    wishes: {
      tone: toneOf(client, sorted, left < 0 ? 'after' : 'before'),
      first: sorted.map((a) => askedFirst(client, a)).find((first) => first !== null) ?? null,
    },
  }
}

type Planned = Omit<PlannedDay, 'kind'> & Pick<PlannedFollowUp, 'kind'>

/** Returns the hash that shows whether facts have changed. */
export const factsHash = (facts: FollowUpFacts | null): string => tokenHash(JSON.stringify(facts)).slice(0, 32)

/** Returns the assignments of a planned day as they are stored. */
export function aboutAssignments(
  { client, assignments }: ClientState,
  { day, about }: Pick<PlannedDay, 'day' | 'about'>,
) {
  return about.flatMap(({ submission_id, step, overdue }): AboutAssignment[] => {
    const assignment = assignments.find((a) => a.submission_id === submission_id)
    if (!assignment) return []
    const { workform_id, workform_name } = assignment
    const { open, due_date } = askedOn(client, assignment, day)
    return [{ submission_id, workform_id, workform_name, due_date, step, overdue, open: open.length }]
  })
}

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
