import { and, eq, gt, isNotNull, isNull, or } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { tokenHash } from '../../crypto/secrets.ts'
import { operatorSessions, remoteTokens } from '../../db/schema/index.ts'
import type { Operator } from './operator.ts'
import { holderOf, isValidToken } from './valid-token.ts'

/**
 * Returns the owner of a session of the operator page. Returns undefined when it has ended or expired, when the address
 * is no longer one of an operator, and when the team's token was revoked or has expired.
 */
export async function readOperatorSession(ctx: Context, token: string): Promise<Operator | undefined> {
  const [row] = await ctx.db
    .select({
      sessionId: operatorSessions.id,
      email: operatorSessions.email,
      expiresAt: operatorSessions.expires_at,
      team: {
        id: remoteTokens.id,
        remote: remoteTokens.name,
        label: remoteTokens.label,
        scope: remoteTokens.scope,
      },
    })
    .from(operatorSessions)
    .leftJoin(remoteTokens, eq(remoteTokens.id, operatorSessions.remote_token_id))
    .where(
      and(
        eq(operatorSessions.token_hash, tokenHash(token)),
        isNull(operatorSessions.ended_at),
        gt(operatorSessions.expires_at, ctx.now.toISOString()),
        or(isNotNull(operatorSessions.email), isValidToken(ctx)),
      ),
    )
  if (!row) return undefined
  const { sessionId, email, expiresAt, team } = row
  if (team) {
    const { id, remote, scope } = team
    return { sessionId, expiresAt, kind: 'team', name: holderOf(team), tokenId: id, remote, scope }
  }
  if (email === null || !ctx.settings.OPERATORS.includes(email)) return undefined
  return { sessionId, expiresAt, kind: 'operator', name: email, tokenId: null, remote: null, scope: 'publish' }
}
