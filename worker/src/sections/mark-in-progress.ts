import { assignmentPhase } from '@portal/contract/section-machine'
import type { ClientContext } from '../context.ts'
import { isOpen } from '../db/section-phase.ts'
import { type Step, step } from '../db/write.ts'
import { publishToUser } from '../outbox/enqueue.ts'
import type { OwnSection } from './own-section.ts'

/** Returns steps that mark an open section as in progress and tell its bookkeeper; none when it is already. */
export function markInProgressSteps(ctx: ClientContext, section: OwnSection): Step[] {
  const status = section.assignment_status
  if (status === 'in_progress' || assignmentPhase(status) !== 'open') return []
  return [
    step({
      sql: `UPDATE book_client_workforms SET status = 'in_progress'
            WHERE id = ? AND client_id = ? AND ${isOpen()} AND status <> 'in_progress'`,
      args: [section.id, ctx.actor.clientId],
    }),
    publishToUser(ctx, section.assigned_by, 'assignment.changed', {
      assignment_id: section.id,
      workform_id: section.workform_id,
      client_id: ctx.actor.clientId,
      section_name: section.name,
      status: 'in_progress',
    }),
  ]
}
