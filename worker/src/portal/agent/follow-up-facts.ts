import type { FollowUpFacts } from '@portal/contract/agent'
import { daysBetween } from '@portal/contract/dates'
import { type Tone, TONES } from '@portal/contract/no-preferences'
import { tokenHash } from '../../platform/crypto/secrets.ts'
import type { AboutAssignment } from '../../platform/db/schema/index.ts'
import { askedFirst, askedSections } from './asked-sections.ts'
import { dueDateOf, openSections } from './assignment-state.ts'
import type { AgentClient, Assignment, ClientState, SectionRow } from './client-state.ts'
import type { PlannedDay } from './plan-days.ts'
import { preferencesOf } from './preferences-of.ts'

/** The facts that the text of a follow-up is based on. */

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
