import type { AccountContext } from '../../../context.ts'
import { commit } from '../../../platform/db/write.ts'
import { found } from '../../../errors.ts'
import { publishToUser } from '../../../platform/outbox/enqueue.ts'
import { auditClientAccount } from '../accounts.ts'
import { howBegun } from '../../../platform/access/refuse-link-session.ts'
import { requireLiveSession } from '../../../platform/access/require-session.ts'
import { mailDecision } from './decision-mails.ts'
import { closeChange, openChangesOf } from './email-changes.ts'

/**
 * Refuses a requested change of the sign-in address and informs the bookkeeper.
 * @throws AppError `not_found` (no open request, or in a session by link another firm's), `unauthenticated` (the
 *   session has ended)
 */
export async function refuseEmailChange(ctx: AccountContext, id: string): Promise<void> {
  const { userId, clientId } = ctx.actor
  const [changes, [session]] = await ctx.db.batch([openChangesOf(ctx.db, userId, ctx.now.toISOString()), howBegun(ctx)])
  const change = found(changes.find((c) => c.id === id && (c.clientId === clientId || session?.byLink === false)))
  await commit(ctx, [
    requireLiveSession(ctx),
    closeChange(ctx, id, 'refused'),
    publishToUser(ctx, change.bookkeeperId, 'client.changed', { client_id: change.clientId }),
    publishToUser(ctx, userId, 'account.changed', {}),
    auditClientAccount(userId, { id: change.clientId, firmId: change.firmId }, 'account.email_change_refused'),
    mailDecision(ctx, { ...change, id: change.clientId, name: change.clientName }, 'address_refused'),
  ])
}
