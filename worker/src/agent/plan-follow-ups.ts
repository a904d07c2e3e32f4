import { assignmentPhase } from '@portal/contract/section-machine'
import type { FollowUpFacts, FollowUpWorkform, NoteWishes } from '@portal/contract/agent'
import { daysBetween, shortDate } from '@portal/contract/dates'
import { FOLLOW_UPS_MAX } from '@portal/contract/limits'
import { tokenHash } from '../crypto/secrets.ts'
import type { AboutAssignment } from '../db/schema/index.ts'
import { addDays, localTime } from '../time/time-zone.ts'
import { type PlannedDay, planDays } from './plan-days.ts'
import type { Assignment, ClientState, SectionRow, StoredFollowUp } from './client-state.ts'
import { firstDay, sendAt } from './send-times.ts'
import { readWishesByRules } from './words/read-wishes-by-rules.ts'
import { templateText } from './words/template-text.ts'

/** A planned follow-up with the properties of its row. */
export interface PlannedFollowUp
  extends Pick<StoredFollowUp, 'day' | 'kind' | 'subject' | 'text' | 'source' | 'facts_hash'> {
  at: Date
  skip: boolean
  /** Whether the text is final unless something changes. */
  ready: boolean
  about: AboutAssignment[]
  /** Null for an escalation. */
  facts: FollowUpFacts | null
  /** Hash of the current facts. */
  hash: string
}

const isOpen = ({ status }: SectionRow): boolean => assignmentPhase(status) === 'open'

/** Returns the sections that the client still has to submit. */
export const openSections = ({ sections }: Assignment): SectionRow[] => sections.filter(isOpen)

/** Returns the earliest due date of the open sections, or null. */
export const dueDateOf = (assignment: Assignment): string | null =>
  openSections(assignment)
    .flatMap((s) => s.due_date ?? [])
    .toSorted()[0] ?? null

/** Returns the hash under which the wishes in the notes are stored. */
export const notesHash = (notes: string): string => tokenHash(notes).slice(0, 32)

/** Returns the day on which the notes were written, from which "until Friday" is counted. */
export const notedOn = ({ sections }: Assignment, timeZone: string): string =>
  localTime(timeZone, new Date(sections.reduce((a, b) => (b.assigned_at > a.assigned_at ? b : a)).assigned_at)).day

/** Returns the wishes in the notes of an assignment. Until the agent has read them, they are read by rules. */
export function wishesOf(assignment: Assignment, timeZone: string): NoteWishes {
  const { notes, read } = assignment
  if (notes !== null && read?.hash === notesHash(notes)) return read.wishes
  return readWishesByRules(notes, notedOn(assignment, timeZone))
}

/** Returns how many follow-ups were sent about an assignment, and whether it was escalated. */
export function historyOf(
  { followUps }: ClientState,
  { submission_id }: Assignment,
): { sent: number; escalated: boolean } {
  const past = followUps.filter((f) => f.state === 'sent' && f.about.some((a) => a.submission_id === submission_id))
  return { sent: past.filter((f) => f.kind === 'message').length, escalated: past.some((f) => f.kind === 'escalation') }
}

function workformFacts(assignment: Assignment, due_date: string, day: string): FollowUpWorkform {
  const open = openSections(assignment)
  return {
    name: assignment.workform_name,
    due_date,
    days_left: daysBetween(day, due_date),
    open_sections: open.filter((s) => s.status !== 'rejected').map((s) => s.section_name),
    rejected: open.flatMap((s) =>
      s.status === 'rejected' ? [{ section: s.section_name, reason: s.rejection_reason ?? '' }] : [],
    ),
    done: assignment.sections.length - open.length,
    total: assignment.sections.length,
  }
}

const TONES = ['gentle', 'neutral', 'firm'] as const

/** Combines the wishes for several assignments: the gentlest tone and the first "ask for this first". */
function combineWishes(wishes: readonly NoteWishes[]): NoteWishes {
  const tone = TONES.find((t) => wishes.some((w) => w.tone === t)) ?? 'neutral'
  return { tone, quiet: [], cadence: 'normal', first: wishes.find((w) => w.first !== null)?.first ?? null }
}

/** Returns the facts that the text of a planned message can use. */
function factsOf(state: ClientState, { day, about }: PlannedDay): FollowUpFacts {
  const { client, assignments } = state
  const asked = assignments
    .filter((a) => about.some((p) => p.submission_id === a.submission_id))
    .map((a) => ({ wishes: wishesOf(a, client.time_zone), facts: workformFacts(a, dueDateOf(a) ?? day, day) }))
    .toSorted((a, b) => (a.facts.due_date < b.facts.due_date ? -1 : 1))
  const left = asked[0]?.facts.days_left ?? 0
  return {
    client_name: client.name,
    bookkeeper_name: client.bookkeeper_name,
    firm_name: client.firm_name,
    workforms: asked.map((a) => a.facts),
    step: Math.max(...about.map((a) => a.step)),
    limit: FOLLOW_UPS_MAX,
    kind: left > 0 ? 'before' : left === 0 ? 'due' : 'overdue',
    wishes: combineWishes(asked.map((a) => a.wishes)),
  }
}

/** Returns the text of an escalation. */
function escalationText(
  { client, assignments }: ClientState,
  { day, about }: PlannedDay,
): { subject: string; text: string } {
  const asked = assignments.filter((a) => about.some((p) => p.submission_id === a.submission_id))
  const activity = asked.flatMap((a) =>
    a.sections.flatMap((s) => [s.assigned_at, s.submitted_at ?? '', s.drafted_at ?? '']),
  )
  const last = [...activity, client.wrote_at ?? ''].toSorted().at(-1) ?? client.wrote_at ?? ''
  const days = Math.max(1, daysBetween(localTime(client.time_zone, new Date(last)).day, day))
  const workforms = asked.map((a) => `"${a.workform_name}" (due ${shortDate(dueDateOf(a) ?? day)})`).join(', ')
  return {
    subject: `${client.name} has been silent for ${days} ${days === 1 ? 'day' : 'days'}`,
    text: `${FOLLOW_UPS_MAX} follow-ups about ${workforms} had no effect. The agent sends no more; a call may help.`,
  }
}

function textOf(state: ClientState, planned: PlannedDay, stored: StoredFollowUp | undefined) {
  const facts = planned.kind === 'message' ? factsOf(state, planned) : null
  const hash = tokenHash(JSON.stringify(facts)).slice(0, 32)
  if (stored?.source === 'bookkeeper') {
    const { subject, text, source, facts_hash } = stored
    return { subject, text, source, facts_hash, facts, hash, ready: true }
  }
  if (facts === null)
    return {
      ...escalationText(state, planned),
      source: 'template' as const,
      facts_hash: hash,
      facts,
      hash,
      ready: true,
    }
  if (stored?.ready && stored.facts_hash === hash) {
    const { subject, text, source } = stored
    return { subject, text, source, facts_hash: hash, facts, hash, ready: true }
  }
  return { ...templateText(facts), source: 'template' as const, facts_hash: hash, facts, hash, ready: false }
}

/** Returns the future follow-ups of a client, earliest first, as they will be sent if nothing changes. */
export function planFollowUps(state: ClientState, now: Date): PlannedFollowUp[] {
  const { client, assignments, followUps } = state
  const { time_zone, client_id } = client
  const daysOf = (which: (f: StoredFollowUp) => boolean): string[] => followUps.filter(which).map((f) => f.day)
  const days = planDays({
    today: firstDay(time_zone, now, (day) => addDays(day, 1)),
    open:
      client.accepted === true &&
      client.status !== 'inactive' &&
      (client.mode === 'on' || (client.mode === 'paused' && client.resumes !== null)),
    resumes: client.mode === 'paused' ? client.resumes : null,
    pairs: assignments.map((a) => ({
      submission_id: a.submission_id,
      due_date: dueDateOf(a),
      assigned_on: localTime(time_zone, new Date(openSections(a)[0]?.assigned_at ?? a.sections[0].assigned_at)).day,
      paused: a.paused,
      ...historyOf(state, a),
      wishes: wishesOf(a, time_zone),
    })),
    sent: daysOf((f) => f.state === 'sent' && f.kind === 'message'),
    escalatedOn: daysOf((f) => f.state === 'sent' && f.kind === 'escalation'),
    skipped: daysOf((f) => f.state !== 'sent' && f.skip),
  })
  return days.map((planned) => {
    const stored = followUps.find((f) => f.day === planned.day && f.kind === planned.kind && f.state !== 'sent')
    return {
      day: planned.day,
      kind: planned.kind,
      at: sendAt(planned.day, client_id, time_zone),
      skip: planned.skipped,
      about: planned.about.flatMap(({ submission_id, step }) => {
        const a = assignments.find((x) => x.submission_id === submission_id)
        if (!a) return []
        const { workform_id, workform_name } = a
        return [
          {
            submission_id,
            workform_id,
            workform_name,
            due_date: dueDateOf(a) ?? planned.day,
            step,
            open: openSections(a).length,
          },
        ]
      }),
      ...textOf(state, planned, stored),
    }
  })
}
