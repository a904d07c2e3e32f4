import type { ClientContext } from '../../context.ts'
import type { Step } from '../../platform/db/write.ts'
import { publishToClient } from '../../platform/outbox/enqueue.ts'

/** Returns steps that show the client's tabs what a guest session has changed in a section; none for others. */
export const showGuestsChange = (ctx: ClientContext, assignmentId: string): Step[] =>
  ctx.actor.guest ? [publishToClient(ctx, ctx.actor.clientId, 'section.changed', { assignment_id: assignmentId })] : []
