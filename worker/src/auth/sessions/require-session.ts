import { and, eq, gt, isNull } from 'drizzle-orm'
import type { Actor, Context, SignedIn } from '../../context.ts'
import { sessions } from '../../db/schema/index.ts'
import { require, type Step } from '../../db/write.ts'
import { AppError } from '../../errors.ts'

const LIVE_SESSION =
  'EXISTS (SELECT 1 FROM sessions WHERE id = ? AND user_id = ? AND revoked_at IS NULL AND expires_at > ?)'

/**
 * Returns a step that fails the batch with `unauthenticated` when the session has ended. Access tokens outlive their
 * session by minutes, which is too long for changes to the sign-in itself.
 */
export const requireLiveSession = ({ actor, now }: Pick<SignedIn, 'actor' | 'now'>): Step =>
  require('unauthenticated', LIVE_SESSION, [actor.sessionId, actor.userId, now.toISOString()])

/** Looks up the session of an access token. @throws AppError `unauthenticated` when it has ended */
export async function checkSession(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { sessionId, userId }: Actor,
): Promise<void> {
  const live = and(
    eq(sessions.id, sessionId),
    eq(sessions.user_id, userId),
    isNull(sessions.revoked_at),
    gt(sessions.expires_at, now.toISOString()),
  )
  const [row] = await db.select({ id: sessions.id }).from(sessions).where(live)
  if (!row) throw new AppError('unauthenticated')
}
