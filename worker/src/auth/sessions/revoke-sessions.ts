import type { Actor, Context } from '../../context.ts'
import { type Step, step } from '../../db/write.ts'
import { COMMIT_TIME, type SqlValue } from '../../db/statement.ts'

/** Why a session ends before it expires. */
export type RevokeReason =
  | 'sign_out'
  | 'ended_by_owner'
  | 'password_changed'
  | 'password_reset'
  | 'factor_added'
  | 'replay'

/** A condition on rows of `sessions`, with its arguments. */
export interface SessionFilter {
  where: string
  args: readonly SqlValue[]
}

/**
 * Returns steps that end the live sessions of a filter, each with a live event, which also closes its connections, and
 * an audit entry. The batch itself selects the rows, so that sessions that began a moment ago end too. A session ends
 * once, so its id also identifies the event and the entry.
 */
export function revokeSessions(
  ctx: Pick<Context, 'now'>,
  by: Actor,
  filter: SessionFilter,
  reason: RevokeReason,
): Step[] {
  const at = ctx.now.toISOString()
  const live = `revoked_at IS NULL AND expires_at > ? AND (${filter.where})`
  const event = {
    sql: `INSERT INTO outbox (id, recipient, kind, payload, created_at, next_at)
          SELECT id, 'user:' || user_id, 'event',
            json_object('type', 'session.revoked', 'ids', json_object('session_id', id, 'reason', ?)), ?, ?
          FROM sessions WHERE ${live}`,
    args: [reason, at, at, at, ...filter.args],
  }
  const entry = {
    sql: `INSERT INTO audit_log
            (id, firm_id, actor_id, actor_role, action, subject_type, subject_id, client_id, detail, at)
          SELECT id, coalesce((SELECT c.firm_id FROM book_clients c WHERE c.id = client_id), ?), ?, ?,
            'session.revoked', 'account', user_id, client_id, json_object('session_id', id, 'reason', ?), ?
          FROM sessions WHERE ${live}`,
    args: [by.firmId, by.userId, by.role, reason, COMMIT_TIME, at, ...filter.args],
  }
  const end = {
    sql: `UPDATE sessions SET revoked_at = ? WHERE revoked_at IS NULL AND (${filter.where})`,
    args: [at, ...filter.args],
  }
  return [{ ...step(event), lane: 'live' }, { ...step(entry), audits: true }, step(end)]
}
