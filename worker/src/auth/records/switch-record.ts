import type { Session } from '@portal/contract/auth'
import type { AccountContext } from '../../context.ts'
import { commit, require } from '../../db/write.ts'
import { found } from '../../errors.ts'
import { ownRecordsOf, sessionAs, switchSteps } from './own-records.ts'

const IS_LINKED = 'EXISTS (SELECT 1 FROM book_client_auth WHERE client_id = ? AND auth_user_id = ?)'

/**
 * Switches the session to another record of the signed-in client. The next sign-in uses the same record.
 * @throws AppError `not_found` (not a record of the client), `unauthenticated` (the session has ended)
 */
export async function switchRecord(ctx: AccountContext, clientId: string): Promise<Session> {
  const { account, linked } = await ownRecordsOf(ctx)
  const record = found(linked.find((r) => r.id === clientId))
  await commit(ctx, [require('not_found', IS_LINKED, [record.id, account.id]), ...switchSteps(ctx, record)])
  return sessionAs(ctx, account, record)
}
