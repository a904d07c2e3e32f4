import { and, eq } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { tokenHash } from '../../crypto/secrets.ts'
import { remoteTokens } from '../../db/schema/index.ts'
import { AppError } from '../../errors.ts'
import { countAttempt } from '../../limits/attempts.ts'
import { openOperatorSession } from './open-operator-session.ts'
import { holderOf, isValidToken } from './valid-token.ts'

/**
 * Signs a team in with the publishing token of its remote. The session ends with the token.
 * @throws AppError `unauthenticated` (unknown, revoked or expired), `too_many_requests`
 */
export async function signInTeam(ctx: Context, { token }: { token: string }) {
  const attempt = await countAttempt(ctx, 'link')
  const [row] = await ctx.db
    .select({
      id: remoteTokens.id,
      remote: remoteTokens.name,
      label: remoteTokens.label,
      scope: remoteTokens.scope,
    })
    .from(remoteTokens)
    .where(and(eq(remoteTokens.token_hash, tokenHash(token)), isValidToken(ctx)))
  if (!row) {
    throw new AppError('unauthenticated', { detail: 'This token is not valid, was revoked, or has expired.' })
  }
  await attempt.succeeded()
  const { id, remote, scope } = row
  return openOperatorSession(ctx, { kind: 'team', name: holderOf(row), tokenId: id, remote, scope })
}
