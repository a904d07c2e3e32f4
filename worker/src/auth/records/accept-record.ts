import type { Session } from '@portal/contract/auth'
import type { AccountContext } from '../../context.ts'
import { commit } from '../../db/write.ts'
import { requireLiveSession } from '../sessions/require-session.ts'
import { mailDecision } from './decision-mails.ts'
import { linkRecords } from './link-records.ts'
import { ownOffer, requireOffer } from './offers.ts'
import { sessionAs, switchSteps } from './own-records.ts'

/**
 * Accepts a bookkeeper's offer: links the record to the account and switches the session to it.
 * @throws AppError `not_found` (no open offer), `unauthenticated` (the session has ended)
 */
export async function acceptRecord(ctx: AccountContext, clientId: string): Promise<Session> {
  const { account, record } = await ownOffer(ctx, clientId)
  await commit(ctx, [
    requireLiveSession(ctx),
    requireOffer(account, record),
    ...linkRecords(ctx, account.id, account.email, [record], 'account.linked'),
    mailDecision(ctx, record, 'accepted'),
    ...switchSteps(ctx, record),
  ])
  return sessionAs(ctx, account, record)
}
