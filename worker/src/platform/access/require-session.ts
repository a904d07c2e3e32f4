import { and, eq, exists, gt, isNull, type SQL } from 'drizzle-orm'
import type { Actor, Context, SignedIn } from '../../context.ts'
import { sessions } from '../db/schema/index.ts'
import { check, type Step } from '../db/write.ts'
import { AppError } from '../../errors.ts'

/** Returns the condition for sessions that have not ended. */
export const isLive = ({ now }: Pick<Context, 'now'>): SQL | undefined =>
  and(isNull(sessions.revoked_at), gt(sessions.expires_at, now.toISOString()))

/** Returns the condition for the actor's session, unless it has ended. */
export const isOwnSession = ({ actor, now }: Pick<SignedIn, 'actor' | 'now'>): SQL | undefined =>
  and(eq(sessions.id, actor.sessionId), eq(sessions.user_id, actor.userId), isLive({ now }))

type SessionContext = Pick<SignedIn, 'db' | 'actor' | 'now'>

const ownSession = (ctx: SessionContext) => ctx.db.select({ id: sessions.id }).from(sessions).where(isOwnSession(ctx))

/**
 * Returns a step that fails the batch with `unauthenticated` when the session has ended. Access tokens outlive their
 * session by minutes, which is too long for changes to the sign-in itself.
 */
export const requireLiveSession = (ctx: SessionContext): Step => check('unauthenticated', exists(ownSession(ctx)))

/** Looks up the session of an access token. @throws AppError `unauthenticated` when it has ended */
export async function checkSession(ctx: Pick<Context, 'db' | 'now'>, actor: Actor): Promise<void> {
  const [session] = await ownSession({ ...ctx, actor })
  if (!session) throw new AppError('unauthenticated')
}
