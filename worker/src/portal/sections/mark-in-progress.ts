import { assignmentPhase } from '@portal/contract/section-machine'
import { and, eq, ne } from 'drizzle-orm'
import type { ClientContext } from '../../context.ts'
import { bookClientWorkforms } from '../../platform/db/schema/index.ts'
import { isOpen } from '../../platform/db/section-phase.ts'
import { type Step, step } from '../../platform/db/write.ts'
import { publishToUser } from '../../platform/outbox/enqueue.ts'
import type { OwnSection } from './own-section.ts'

/** Returns steps that mark an open section as in progress and notify its bookkeeper; none when it is already. */
export function markInProgressSteps(ctx: ClientContext, section: OwnSection): Step[] {
  if (section.assignment_status === 'in_progress' || assignmentPhase(section.assignment_status) !== 'open') return []
  const { id, client_id, status } = bookClientWorkforms
  return [
    step(
      ctx.db
        .update(bookClientWorkforms)
        .set({ status: 'in_progress' })
        .where(and(eq(id, section.id), eq(client_id, ctx.actor.clientId), isOpen(status), ne(status, 'in_progress'))),
    ),
    publishToUser(ctx, section.assigned_by, 'assignment.changed', {
      assignment_id: section.id,
      workform_id: section.workform_id,
      client_id: ctx.actor.clientId,
      section_name: section.name,
      status: 'in_progress',
    }),
  ]
}
