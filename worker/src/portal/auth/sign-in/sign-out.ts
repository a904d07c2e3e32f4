import { eq, inArray } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { profiles, sessions } from '../../../platform/db/schema/index.ts'
import { commit } from '../../../platform/db/write.ts'
import { actorOf } from '../accounts.ts'
import { forgetBrowser } from '../one-tap/forget-browser.ts'
import { parseRefreshToken } from '../sessions/refresh-token.ts'
import { revokeSessions } from '../sessions/revoke-sessions.ts'

/** The tokens that a browser still has when it signs out: a refresh token, the session of an access token, or both. */
export interface SignOutInput {
  refreshToken: string | undefined
  sessionId: string | undefined
}

/**
 * Ends the session. From now on, the person's one-tap links ask for a code in this browser. Does nothing when the
 * session has already ended.
 */
export async function signOut(ctx: Context, input: SignOutInput): Promise<void> {
  const presented = parseRefreshToken(input.refreshToken)
  const ids = [...new Set([presented?.sessionId, input.sessionId].filter((id) => id !== undefined))]
  if (ids.length === 0) return
  const rows = await ctx.db
    .select({
      id: sessions.id,
      refreshHash: sessions.refresh_hash,
      revokedAt: sessions.revoked_at,
      userId: profiles.id,
      role: profiles.role,
      firmId: profiles.firm_id,
    })
    .from(sessions)
    .innerJoin(profiles, eq(profiles.id, sessions.user_id))
    .where(inArray(sessions.id, ids))
  // The refresh token must match its hash. The caller has verified the access token.
  const own = rows.filter(
    (r) => r.revokedAt === null && (r.id === input.sessionId || r.refreshHash === presented?.hash),
  )
  const steps = own.flatMap((r) => [
    ...revokeSessions(ctx, actorOf(r.userId, r.role, r.firmId), eq(sessions.id, r.id), 'sign_out'),
    ...forgetBrowser(ctx, r.userId),
  ])
  if (steps.length > 0) await commit(ctx, steps)
}
