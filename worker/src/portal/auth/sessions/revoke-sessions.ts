import { and, eq, inArray, isNull, ne, type SQL, sql } from 'drizzle-orm'
import type { Actor, Context } from '../../../context.ts'
import { COMMIT_TIME } from '../../../platform/db/statement.ts'
import { auditLog, bookClients, outbox, pushSubscriptions, sessions } from '../../../platform/db/schema/index.ts'
import { type Step, step } from '../../../platform/db/write.ts'
import { isLive } from '../../../platform/access/require-session.ts'

/** Why a session ends before it expires. */
export type RevokeReason =
  | 'sign_out'
  | 'ended_by_owner'
  | 'password_changed'
  | 'password_reset'
  | 'factor_added'
  | 'links_turned_off'
  | 'replay'

/** Returns the condition for all sessions of a user except one. */
export const otherSessions = ({ userId, sessionId }: Pick<Actor, 'userId' | 'sessionId'>): SQL | undefined =>
  and(eq(sessions.user_id, userId), ne(sessions.id, sessionId))

/**
 * Returns steps that end the live sessions of a condition and their push subscriptions, each with a live event, which
 * also closes its connections, and an audit entry. The batch itself selects the rows, so that sessions that began a
 * moment ago end too. A session ends once, so its id also identifies the event and the entry.
 */
export function revokeSessions(
  ctx: Pick<Context, 'db' | 'now'>,
  by: Pick<Actor, 'userId' | 'role' | 'firmId'>,
  which: SQL | undefined,
  reason: RevokeReason,
): Step[] {
  const at = ctx.now.toISOString()
  const live = and(isLive(ctx), which)
  // The builder's INSERT … SELECT must name every column of the table.
  const event = sql`
    INSERT INTO ${outbox} (id, recipient, kind, payload, created_at, next_at)
    SELECT ${sessions.id}, 'user:' || ${sessions.user_id}, 'event', json_object(
      'type', 'session.revoked',
      'ids', json_object('session_id', ${sessions.id}, 'reason', ${reason})), ${at}, ${at}
    FROM ${sessions} WHERE ${live}`
  const entry = sql`
    INSERT INTO ${auditLog}
      (id, firm_id, actor_id, actor_role, action, subject_type, subject_id, client_id, detail, at)
    SELECT ${sessions.id}, coalesce(${bookClients.firm_id}, ${by.firmId}), ${by.userId}, ${by.role}, 'session.revoked',
      'account', ${sessions.user_id}, ${sessions.client_id},
      json_object('session_id', ${sessions.id}, 'reason', ${reason}), ${COMMIT_TIME}
    FROM ${sessions} LEFT JOIN ${bookClients} ON ${bookClients.id} = ${sessions.client_id} WHERE ${live}`
  const ended = ctx.db.select({ id: sessions.id }).from(sessions).where(which)
  const end = ctx.db.update(sessions).set({ revoked_at: at })
  return [
    { ...step(event), lane: 'live' },
    { ...step(entry), audits: true },
    step(ctx.db.delete(pushSubscriptions).where(inArray(pushSubscriptions.session_id, ended))),
    step(end.where(and(isNull(sessions.revoked_at), which))),
  ]
}
