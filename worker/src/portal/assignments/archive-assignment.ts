import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import { audit } from '../../platform/audit/append.ts'
import type { BookkeeperContext } from '../../context.ts'
import { bookClients, bookClientWorkforms, bookFormSubmissions, bookWorkforms } from '../../platform/db/schema/index.ts'
import { commit, step } from '../../platform/db/write.ts'
import { found } from '../../errors.ts'
import { publishToClient, publishToUser } from '../../platform/outbox/enqueue.ts'
import { ownPair } from './own-pair.ts'

/**
 * Archives or restores an assigned workform of a client. Does nothing when it is already archived or restored. The
 * client is not notified: the workform leaves the client's list, or is back in it.
 * @throws AppError `not_found`
 */
export async function archiveAssignment(
  ctx: BookkeeperContext,
  clientId: string,
  workformId: string,
  archived: boolean,
): Promise<void> {
  const pair = { client_id: clientId, workform_id: workformId }
  const { id, archived_at } = bookFormSubmissions
  const [row] = await ctx.db
    .select({ submission_id: id, archived_at, workform: bookWorkforms.name })
    .from(bookClientWorkforms)
    .innerJoin(bookFormSubmissions, eq(id, bookClientWorkforms.submission_id))
    .innerJoin(bookWorkforms, eq(bookWorkforms.id, bookClientWorkforms.workform_id))
    .innerJoin(bookClients, eq(bookClients.id, bookClientWorkforms.client_id))
    .where(ownPair(ctx, pair))
    .limit(1)
  const { submission_id, workform, ...before } = found(row)
  if ((before.archived_at !== null) === archived) return
  const { userId } = ctx.actor
  await commit(ctx, [
    step(
      ctx.db
        .update(bookFormSubmissions)
        .set({ archived_at: archived ? ctx.now.toISOString() : null })
        .where(and(eq(id, submission_id), archived ? isNull(archived_at) : isNotNull(archived_at))),
      'stale',
    ),
    publishToClient(ctx, clientId, 'assignment.changed', { ...pair }),
    publishToUser(ctx, userId, 'assignment.changed', { ...pair }),
    publishToUser(ctx, userId, 'submission.changed', { ...pair }),
    publishToUser(ctx, userId, 'follow_up.changed', { client_id: clientId }),
    audit(ctx, {
      action: archived ? 'assignment.archived' : 'assignment.restored',
      subjectType: 'assignment',
      subjectId: submission_id,
      clientId,
      detail: { workform_id: workformId, name: workform },
    }),
  ])
}
