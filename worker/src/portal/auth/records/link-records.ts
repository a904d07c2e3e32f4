import type { Context } from '../../../context.ts'
import { bookClientAuth } from '../../../platform/db/schema/index.ts'
import { type Step, step } from '../../../platform/db/write.ts'
import { uuidv7 } from '../../../platform/ids.ts'
import { publishToUser } from '../../../platform/outbox/enqueue.ts'
import { auditClientAccount, type ClientRecord, isUndecided } from '../accounts.ts'
import { voidInvitations } from '../invitations/select-invitations.ts'

/**
 * Returns steps that link client records to an account, publish the change to their bookkeepers, and add `action` to
 * the audit log of each firm. The batch fails with `stale` when a record was linked or declined in the meantime.
 */
export function linkRecords(
  ctx: Context,
  userId: string,
  email: string,
  records: readonly ClientRecord[],
  action: string,
): Step[] {
  const at = ctx.now.toISOString()
  const linked = { auth_user_id: userId, email, password_set: true, updated_at: at }
  return records.flatMap((record) => [
    step(
      ctx.db
        .insert(bookClientAuth)
        .values({ id: uuidv7(), client_id: record.id, created_at: at, ...linked })
        .onConflictDoUpdate({ target: bookClientAuth.client_id, set: linked, setWhere: isUndecided }),
      'stale',
    ),
    voidInvitations(ctx, [record.id]),
    publishToUser(ctx, record.bookkeeperId, 'client.changed', { client_id: record.id }),
    auditClientAccount(userId, record, action),
  ])
}
