import type { AccountContext } from '../../context.ts'
import { require, type Step } from '../../db/write.ts'
import { found } from '../../errors.ts'
import type { Account, ClientRecord } from '../accounts.ts'
import { ownRecordsOf } from './own-records.ts'

/**
 * Returns the signed-in client's account and an open offer.
 * @throws AppError `not_found` when there is no such offer
 */
export async function ownOffer(
  ctx: AccountContext,
  clientId: string,
): Promise<{ account: Account; record: ClientRecord }> {
  const { account, offered } = await ownRecordsOf(ctx)
  return { account, record: found(offered.find((r) => r.id === clientId)) }
}

/** Returns a step that fails the batch with `not_found` when the offer was accepted or declined in the meantime. */
export const requireOffer = (account: Account, record: ClientRecord): Step =>
  require('not_found', `EXISTS (SELECT 1 FROM book_clients c LEFT JOIN book_client_auth a ON a.client_id = c.id
    WHERE c.id = ? AND c.email = ? AND a.auth_user_id IS NULL AND a.declined_at IS NULL)`, [record.id, account.email])
