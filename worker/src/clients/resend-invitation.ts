import { sql } from 'drizzle-orm'
import { bookkeeperOf } from '../sections/assignable.ts'
import { audit } from '../audit/append.ts'
import { type InvitedWorkform, invitationSteps } from '../auth/invitations/invite.ts'
import type { BookkeeperContext } from '../context.ts'
import { storedAnswer, readStoredAnswer } from '../db/stored-answer.ts'
import { commitOnce, require } from '../db/write.ts'
import { AppError, found } from '../errors.ts'
import { publishToUser } from '../outbox/enqueue.ts'
import { ownClient } from './get-client.ts'
import { requireInvitable } from './rules.ts'
import { isOpen } from '../db/section-phase.ts'

/** Most workforms that an invitation names. */
const MAX_WORKFORMS = 5

/** Returns a query for the client's open workforms, the most urgent first. */
const openWorkforms = (ctx: BookkeeperContext, clientId: string) =>
  ctx.db.all<InvitedWorkform>(sql`
    SELECT w.name, min(a.due_date) AS dueDate
    FROM book_client_workforms a JOIN book_workforms w ON w.id = a.workform_id
    WHERE a.client_id = ${clientId} AND a.assigned_by = ${ctx.actor.userId} AND ${sql.raw(isOpen('a'))}
    GROUP BY w.id ORDER BY dueDate LIMIT ${MAX_WORKFORMS}`)

/**
 * Sends a client a new invitation and invalidates older ones.
 * @throws AppError `not_found`, `account_exists` (signed up), `client_refused` (declined), `invitation_limit`, `stale`,
 *   `too_many_requests` (for the address)
 */
export async function resendInvitation(ctx: BookkeeperContext, id: string): Promise<{ ok: true }> {
  const [before, [row], [bookkeeper], workforms] = await ctx.db.batch([
    storedAnswer(ctx),
    ownClient(ctx, id),
    bookkeeperOf(ctx),
    openWorkforms(ctx, id),
  ])
  const { email, name, password_set, declined } = found(row)
  if (readStoredAnswer(ctx, before)) return { ok: true }
  if (password_set) throw new AppError('account_exists', { detail: 'This client has already set up their account.' })
  if (declined) throw new AppError('client_refused', { detail: 'This person has declined to become your client.' })
  const steps = [
    // The client may have been changed, deleted or signed up since it was read.
    require('stale', `EXISTS (SELECT 1 FROM book_clients c LEFT JOIN book_client_auth a ON a.client_id = c.id
               WHERE c.id = ? AND c.bookkeeper_id = ? AND c.email = ? AND coalesce(a.password_set, 0) = 0
                 AND a.declined_at IS NULL)`, [id, ctx.actor.userId, email]),
    ...requireInvitable(ctx, [email]),
    ...(await invitationSteps(ctx, {
      clientId: id,
      email,
      name,
      invitedBy: bookkeeper?.name,
      inviter: ctx.actor,
      workforms,
    })),
    publishToUser(ctx, ctx.actor.userId, 'client.changed', { client_id: id }),
    audit(ctx, { action: 'client.invited', subjectType: 'client', subjectId: id, clientId: id, detail: { email } }),
  ]
  return commitOnce(ctx, steps, { ok: true as const })
}
