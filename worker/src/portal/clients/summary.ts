import { assignmentPhase } from '@portal/contract/section-machine'
import type { AssignmentStatus } from '@portal/contract/statuses'

/**
 * Returns the status of an assigned workform from those of its sections. A rejected section comes first, because it
 * needs work.
 */
export function workformStatus(sections: readonly AssignmentStatus[]): AssignmentStatus {
  if (sections.length > 0 && sections.every((s) => assignmentPhase(s) === 'done')) return 'approved'
  if (sections.includes('rejected')) return 'rejected'
  if (sections.length > 0 && sections.every((s) => assignmentPhase(s) !== 'open')) return 'completed'
  return sections.some((s) => s !== 'assigned') ? 'in_progress' : 'assigned'
}
