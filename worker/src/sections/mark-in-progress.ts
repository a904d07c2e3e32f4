import type { ClientContext } from '../context.ts'
import { type Step, step } from '../db/write.ts'
import { publishToUser } from '../outbox/enqueue.ts'
import type { OwnSection } from './own-section.ts'

/** Steps for a section on which the client begins to work: its bookkeeper sees it in progress. None, where that is known already. */
export function markInProgressSteps(ctx: ClientContext, section: OwnSection): Step[] {
  if (section.assignment_status !== 'assigned' && section.assignment_status !== 'rejected') return []
  return [
    step({
      sql: `UPDATE book_client_workforms SET status = 'in_progress' WHERE id = ? AND client_id = ? AND status IN ('assigned', 'rejected')`,
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
