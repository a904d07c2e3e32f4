import type { Session } from '@portal/contract/auth'
import type { AccountContext } from '../../context.ts'
import { and, eq, isNull } from 'drizzle-orm'
import { bookClientAuth, firmReports } from '../../db/schema/index.ts'
import { commit, require, type Step, step } from '../../db/write.ts'
import { found } from '../../errors.ts'
import { log } from '../../log.ts'
import { publishToUser } from '../../outbox/enqueue.ts'
import { mailboxOf } from '../invitations/mailbox.ts'
import { accountAudit, linkSteps, voidInvitations } from './client-account.ts'
import { mailDecision } from './decision-mails.ts'
import type { Account, ClientRecord } from '../accounts.ts'
import { actAsSteps, ownRecordsOf, sessionAs } from './records.ts'
import { requireLiveSession } from '../sessions/sessions.ts'

/** The account of the signed-in client and an offer to it. @throws AppError `not_found` when there is none, or it was decided on */
async function ownOffer(ctx: AccountContext, clientId: string): Promise<{ account: Account; record: ClientRecord }> {
  const { account, offered } = await ownRecordsOf(ctx)
  return { account, record: found(offered.find((r) => r.id === clientId)) }
}

/** A step that fails the batch unless the record still waits for this address. */
const requireOffer = (account: Account, record: ClientRecord): Step =>
  require('not_found', `EXISTS (SELECT 1 FROM book_clients c LEFT JOIN book_client_auth a ON a.client_id = c.id
    WHERE c.id = ? AND c.email = ? AND a.auth_user_id IS NULL AND a.declined_at IS NULL)`, [record.id, account.email])

/**
 * Accepts a bookkeeper's offer: the record becomes the client's, and the session moves to it.
 * @throws AppError `not_found` (no such offer, or decided on), `unauthenticated` (the session has ended)
 */
export async function acceptOffer(ctx: AccountContext, clientId: string): Promise<Session> {
  const { account, record } = await ownOffer(ctx, clientId)
  await commit(ctx, [
    requireLiveSession(ctx),
    requireOffer(account, record),
    ...linkSteps(ctx, account.id, account.email, [record], 'account.linked'),
    mailDecision(ctx, record, 'accepted'),
    ...actAsSteps(ctx, record),
  ])
  return sessionAs(ctx, account, record)
}

/**
 * Declines a bookkeeper's offer, which is final for the record. A report also keeps the whole firm from inviting the address again.
 * @throws AppError `not_found` (no such offer, or decided on), `unauthenticated` (the session has ended)
 */
export async function declineOffer(
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
    requireOffer(account, record),
    step(ctx.db.update(bookClientAuth).set({ declined_at: at, updated_at: at }).where(waiting), 'not_found'),
    ...(report ? [step(ctx.db.insert(firmReports).values(reported).onConflictDoNothing())] : []),
    voidInvitations(ctx, record.id),
    publishToUser(ctx, record.bookkeeperId, 'client.changed', { client_id: record.id }),
    publishToUser(ctx, account.id, 'account.changed', {}),
    accountAudit(ctx, account.id, record, report ? 'account.offer_reported' : 'account.offer_declined'),
    mailDecision(ctx, record, 'declined'),
  ])
  if (report) log('offer.reported', { id: ctx.requestId, firm: record.firmId })
}
