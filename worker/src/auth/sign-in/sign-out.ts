import { eq, inArray } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { bookClients, profiles, sessions } from '../../db/schema/index.ts'
import { commit } from '../../db/write.ts'
import { actorOf } from '../accounts.ts'
import { parseRefreshToken, revokeSteps } from '../sessions/sessions.ts'

/** What a browser that signs out still has: a refresh token, an access token (its session), both, or neither. */
export interface SignOutInput {
  refreshToken: string | undefined
  sessionId: string | undefined
}

/** Ends the session. One that has ended already is what was wanted. */
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
      clientId: bookClients.id,
      clientFirmId: bookClients.firm_id,
    })
    .from(sessions)
    .innerJoin(profiles, eq(profiles.id, sessions.user_id))
    .leftJoin(bookClients, eq(bookClients.id, sessions.client_id))
    .where(inArray(sessions.id, ids))
  // The cookie counts only with its secret; the access token was verified by whoever called.
  const own = rows.filter(
    (r) => r.revokedAt === null && (r.id === input.sessionId || r.refreshHash === presented?.hash),
  )
  const steps = own.flatMap((r) =>
    revokeSteps(
      ctx,
      actorOf(r.userId, r.role, r.clientFirmId ?? r.firmId, r.clientId),
      { where: 'id = ?', args: [r.id] },
      'sign_out',
    ),
  )
  if (steps.length > 0) await commit(ctx, steps)
}
