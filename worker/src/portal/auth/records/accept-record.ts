import type { AccountContext } from '../../../context.ts'
import { requireLiveSession } from '../../../platform/access/require-session.ts'
import type { SessionAtFirm } from '../sessions/session.ts'
import { mailDecision } from './decision-mails.ts'
import { linkRecords } from './link-records.ts'
import { ownOffer, requireOffer, switchSession } from './own-records.ts'

/**
 * Accepts a bookkeeper's offer: links the record to the account and switches the session to it.
 * @throws AppError `not_found` (no open offer), `unauthenticated` (the session has ended)
 */
export async function acceptRecord(ctx: AccountContext, clientId: string): Promise<SessionAtFirm> {
  const { account, record } = await ownOffer(ctx, clientId)
  return switchSession(ctx, account, record, [
    requireLiveSession(ctx),
    requireOffer(ctx, account, record),
    ...linkRecords(ctx, account.id, account.email, [record], 'account.linked'),
    mailDecision(ctx, record, 'accepted'),
  ])
}
