import { and, eq, gt, isNull } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { tokenHash } from '../../platform/crypto/secrets.ts'
import { operatorSessions, remotePeople } from '../../platform/db/schema/index.ts'
import { type Operator, remotesFor } from './operator.ts'

/**
 * Returns the owner of a session of the operator page, with the remotes that the address has at the moment. Returns
 * undefined when the session has ended or expired.
 */
export async function readOperatorSession(ctx: Context, token: string): Promise<Operator | undefined> {
  const { id: sessionId, email, expires_at: expiresAt } = operatorSessions
  const rows = await ctx.db
    .select({ sessionId, email, expiresAt, name: remotePeople.name })
    .from(operatorSessions)
    .leftJoin(remotePeople, eq(remotePeople.email, email))
    .where(
      and(
        eq(operatorSessions.token_hash, tokenHash(token)),
        isNull(operatorSessions.ended_at),
        gt(expiresAt, ctx.now.toISOString()),
      ),
    )
  const [row] = rows
  if (!row?.email) return undefined
  return {
    sessionId: row.sessionId,
    email: row.email,
    remotes: remotesFor(ctx, row.email, rows),
    expiresAt: row.expiresAt,
  }
}
