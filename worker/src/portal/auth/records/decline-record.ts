import { and, eq, isNull } from 'drizzle-orm'
import type { AccountContext } from '../../../context.ts'
import { bookClientAuth, firmReports } from '../../../platform/db/schema/index.ts'
import { commit, step } from '../../../platform/db/write.ts'
import { log } from '../../../platform/log.ts'
import { publishToUser } from '../../../platform/outbox/enqueue.ts'
import { auditClientAccount } from '../accounts.ts'
import { mailboxOf } from '../invitations/mailbox.ts'
import { voidInvitations } from '../invitations/select-invitations.ts'
import { requireLiveSession } from '../../../platform/access/require-session.ts'
import { mailDecision } from './decision-mails.ts'
import { ownOffer, requireOffer } from './own-records.ts'

/**
 * Declines a bookkeeper's offer permanently. With `report`, the whole firm can no longer invite the address.
 * @throws AppError `not_found` (no open offer), `unauthenticated` (the session has ended)
 */
export async function declineRecord(
  ctx: AccountContext,
  clientId: string,
  { report }: { report: boolean },
): Promise<void> {
  const { account, record } = await ownOffer(ctx, clientId)
  const at = ctx.now.toISOString()
  const waiting = and(eq(bookClientAuth.client_id, record.id), isNull(bookClientAuth.auth_user_id))
  const reported = { firm_id: record.firmId, email: mailboxOf(account.email), reported_at: at }
  await commit(ctx, [
    requireLiveSession(ctx),
    requireOffer(ctx, account, record),
    step(ctx.db.update(bookClientAuth).set({ declined_at: at, updated_at: at }).where(waiting), 'not_found'),
    ...(report ? [step(ctx.db.insert(firmReports).values(reported).onConflictDoNothing())] : []),
    voidInvitations(ctx, [record.id]),
    publishToUser(ctx, record.bookkeeperId, 'client.changed', { client_id: record.id }),
    publishToUser(ctx, account.id, 'account.changed', {}),
    auditClientAccount(account.id, record, report ? 'account.offer_reported' : 'account.offer_declined'),
    mailDecision(ctx, record, 'declined'),
  ])
  if (report) log('offer.reported', { id: ctx.requestId, firm: record.firmId })
}
