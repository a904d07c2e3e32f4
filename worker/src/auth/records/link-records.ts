import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { audit } from '../../audit/append.ts'
import type { Context } from '../../context.ts'
import { bookClientAuth, bookInvitations } from '../../db/schema/index.ts'
import { type Step, step } from '../../db/write.ts'
import { uuidv7 } from '../../ids.ts'
import { publishToUser } from '../../outbox/enqueue.ts'
import { actorOf, type ClientRecord } from '../accounts.ts'

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
        .onConflictDoUpdate({
          target: bookClientAuth.client_id,
          set: linked,
          setWhere: sql`${bookClientAuth.auth_user_id} IS NULL AND ${bookClientAuth.declined_at} IS NULL`,
        }),
      'stale',
    ),
    voidInvitations(ctx, record.id),
    publishToUser(ctx, record.bookkeeperId, 'client.changed', { client_id: record.id }),
    accountAudit(ctx, userId, record, action),
  ])
}

/** Returns an audit entry, in the firm of the record, for an action of the client's account. */
export const accountAudit = (
  ctx: Context,
  userId: string,
  record: Pick<ClientRecord, 'id' | 'firmId'>,
  action: string,
  detail: Record<string, unknown> = {},
): Step =>
  audit(
    { ...ctx, actor: actorOf(userId, 'client', record.firmId, record.id) },
    { action, subjectType: 'account', subjectId: userId, clientId: record.id, detail },
  )

/** Returns a step that voids the open invitations of a record. */
export function voidInvitations(ctx: Pick<Context, 'db' | 'now'>, clientId: string): Step {
  const at = ctx.now.toISOString()
  const open = and(
    eq(bookInvitations.client_id, clientId),
    isNull(bookInvitations.used_at),
    gt(bookInvitations.expires_at, at),
  )
  return step(ctx.db.update(bookInvitations).set({ expires_at: at }).where(open))
}
