import { and, eq, exists } from 'drizzle-orm'
import type { AccountContext } from '../../../context.ts'
import { bookClientAuth } from '../../../platform/db/schema/index.ts'
import { check } from '../../../platform/db/write.ts'
import { found } from '../../../errors.ts'
import type { SessionAtFirm } from '../sessions/session.ts'
import { ownRecordsOf, switchSession } from './own-records.ts'

/**
 * Switches the session to another record of the signed-in client. The next sign-in uses the same record.
 * @throws AppError `not_found` (not a record of the client), `unauthenticated` (the session has ended)
 */
export async function switchRecord(ctx: AccountContext, clientId: string): Promise<SessionAtFirm> {
  const { account, linked } = await ownRecordsOf(ctx)
  const record = found(linked.find((r) => r.id === clientId))
  const link = ctx.db
    .select({ id: bookClientAuth.id })
    .from(bookClientAuth)
    .where(and(eq(bookClientAuth.client_id, record.id), eq(bookClientAuth.auth_user_id, account.id)))
  return switchSession(ctx, account, record, [check('not_found', exists(link))])
}
