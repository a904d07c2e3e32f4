import { localTime } from '../../platform/time/time-zone.ts'
import { dueDateOf, openSections } from './assignment-state.ts'
import type { ClientState } from './client-state.ts'
import type { PlannedAbout } from './plan-days.ts'
import type { EscalationFacts } from './words/escalation-text.ts'

/** Returns what has happened since the first reminder, for the text of an escalation. */
export function escalationFacts(
  { client, assignments, followUps }: ClientState,
  { day, about }: { day: string; about: readonly PlannedAbout[] },
): EscalationFacts {
  const dayOf = (at: string): string => localTime(client.time_zone, new Date(at)).day
  const asked = assignments.flatMap((assignment) => {
    const planned = about.find((p) => p.submission_id === assignment.submission_id)
    return planned ? [{ assignment, planned }] : []
  })
  const drafted = asked
    .flatMap(({ assignment }) => openSections(assignment).flatMap((s) => s.drafted_at ?? []))
    .toSorted()
    .at(-1)
  return {
    client_name: client.name,
    signed_up: client.accepted,
    wrote_on: client.wrote_at === null ? null : dayOf(client.wrote_at),
    drafted_on: drafted === undefined ? null : dayOf(drafted),
    workforms: asked.map(({ assignment, planned }) => {
      const { submission_id, sections, workform_name } = assignment
      const [first] = followUps
        .filter((f) => f.state === 'sent' && f.about.some((a) => a.submission_id === submission_id))
        .map((f) => f.at)
        .toSorted()
      return {
        name: workform_name,
        due_date: dueDateOf(assignment) ?? day,
        sent: planned.step,
        overdue: planned.overdue,
        open: openSections(assignment).map((s) => s.section_name),
        submitted: sections
          .filter((s) => first !== undefined && s.submitted_at !== null && s.submitted_at > first)
          .map((s) => s.section_name),
      }
    }),
  }
}
