import { bookkeeperOf } from '../assignments/assignable.ts'
import { audit } from '../audit/append.ts'
import { invitationSteps } from '../auth/invite.ts'
import type { BookkeeperContext } from '../context.ts'
import { answeredBefore } from '../db/answered.ts'
import { commitOnce, require } from '../db/write.ts'
import { AppError, found } from '../errors.ts'
import { tellUser } from '../outbox/enqueue.ts'
import { ownClient } from './get-client.ts'

/** Invitations of one client within a day, so that nobody's mailbox can be flooded through the portal. */
const INVITATIONS_PER_DAY = 20
const DAY_MS = 86_400_000

/**
 * Sends a client a new invitation; older ones are void.
 * @throws AppError `not_found`, `account_exists` (they have signed up), `too_many_requests`
 */
export async function resendInvitation(ctx: BookkeeperContext, id: string): Promise<{ ok: true }> {
  const [before, [row], [bookkeeper]] = await ctx.db.batch([answeredBefore(ctx), ownClient(ctx, id), bookkeeperOf(ctx)])
  const { email, name, password_set } = found(row)
  if (before[0]) return { ok: true }
  if (password_set) throw new AppError('account_exists', { detail: 'This client has already set up their account.' })
  const since = new Date(ctx.now.getTime() - DAY_MS).toISOString()
  const steps = [
    // Still the bookkeeper's client, under this address, and not signed up since it was read.
    require('stale', `EXISTS (SELECT 1 FROM book_clients c LEFT JOIN book_client_auth a ON a.client_id = c.id
               WHERE c.id = ? AND c.bookkeeper_id = ? AND c.email = ? AND coalesce(a.password_set, 0) = 0)`, [id, ctx.actor.userId, email]),
    require('too_many_requests', `(SELECT count(*) FROM book_invitations WHERE client_id = ? AND created_at > ?) < ${INVITATIONS_PER_DAY}`, [
      id,
      since,
    ]),
    ...(await invitationSteps(ctx, { clientId: id, email, name, invitedBy: bookkeeper?.name, firmId: ctx.actor.firmId })),
    tellUser(ctx, ctx.actor.userId, 'client.changed', { client_id: id }),
    audit(ctx, { action: 'client.invited', subjectType: 'client', subjectId: id, clientId: id, detail: { email } }),
  ]
  return commitOnce(ctx, steps, { ok: true as const })
}
