import { and, eq, gt, isNull } from 'drizzle-orm'
import type { SignedIn } from '../context.ts'
import { authUsers, profiles, sessions } from '../db/schema/index.ts'
import { AppError } from '../errors.ts'

/**
 * The account of a session that still lives, with the hash of its password (null where it has none).
 * @throws AppError `unauthenticated` when the session was ended or ran out
 */
export async function sessionOwner(ctx: SignedIn): Promise<{ email: string; name: string; company: string | null; hash: string | null }> {
  const { userId, sessionId } = ctx.actor
  const live = and(isNull(sessions.revoked_at), gt(sessions.expires_at, ctx.now.toISOString()))
  const [owner] = await ctx.db
    .select({ email: authUsers.email, hash: authUsers.password_hash, name: profiles.name, company: profiles.company })
    .from(sessions)
    .innerJoin(authUsers, eq(authUsers.id, sessions.user_id))
    .leftJoin(profiles, eq(profiles.id, sessions.user_id))
    .where(and(eq(sessions.id, sessionId), eq(sessions.user_id, userId), live))
  if (!owner) throw new AppError('unauthenticated')
  return { ...owner, name: owner.name ?? '' }
}
