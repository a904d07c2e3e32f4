import { sql } from 'drizzle-orm'
import { bookkeeperOf } from '../assignments/assignable.ts'
import { audit } from '../audit/append.ts'
import { type InvitedTo, invitationSteps } from '../auth/invitations/invite.ts'
import type { BookkeeperContext } from '../context.ts'
import { storedAnswer, readStoredAnswer } from '../db/stored-answer.ts'
import { commitOnce, require } from '../db/write.ts'
import { AppError, found } from '../errors.ts'
import { publishToUser } from '../outbox/enqueue.ts'
import { ownClient } from './get-client.ts'
import { requireInvitable } from './rules.ts'
import { isOpen } from '../db/section-phase.ts'

/** Workforms that an invitation names. */
const WORKFORMS_NAMED = 5

/** The workforms that wait for a client, the most urgent first. */
const openWorkforms = (ctx: BookkeeperContext, clientId: string) =>
  ctx.db.all<InvitedTo>(sql`SELECT w.name, min(a.due_date) AS dueDate FROM book_client_workforms a JOIN book_workforms w ON w.id = a.workform_id
    WHERE a.client_id = ${clientId} AND a.assigned_by = ${ctx.actor.userId} AND ${sql.raw(isOpen('a'))}
    GROUP BY w.id ORDER BY dueDate LIMIT ${WORKFORMS_NAMED}`)

/**
 * Sends a client a new invitation; older ones are void.
 * @throws AppError `not_found`, `account_exists` (they have signed up), `client_refused` (they declined), `invitation_limit`,
 *   `too_many_requests` (the address)
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
    // Still the bookkeeper's client, under this address, and not signed up since it was read.
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
