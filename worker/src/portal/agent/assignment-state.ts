import { assignmentPhase } from '@portal/contract/section-machine'
import type { Assignment, SectionRow } from './client-state.ts'

const isOpen = ({ status }: SectionRow): boolean => assignmentPhase(status) === 'open'

/** Returns the sections that the client still has to submit. */
export const openSections = ({ sections }: Assignment): SectionRow[] => sections.filter(isOpen)

/** Returns the earliest due date of the open sections, or null. */
export const dueDateOf = (assignment: Assignment): string | null =>
  openSections(assignment)
    .flatMap((s) => s.due_date ?? [])
    .toSorted()[0] ?? null

/**
 * Returns the first open section of the assignments, the most urgent first, and those that wait for the bookkeeper's
 * answer last.
 */
export function firstOpenSection(assignments: readonly Assignment[]): SectionRow | undefined {
  const open = assignments
    .toSorted((a, b) => ((dueDateOf(a) ?? '9') < (dueDateOf(b) ?? '9') ? -1 : 1))
    .flatMap(openSections)
  return open.find((section) => section.asked_at === null) ?? open[0]
}
