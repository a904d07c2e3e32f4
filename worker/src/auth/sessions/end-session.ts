import { and, eq, exists } from 'drizzle-orm'
import type { SignedIn } from '../../context.ts'
import { sessions } from '../../db/schema/index.ts'
import { check, commit } from '../../db/write.ts'
import { isLive, requireLiveSession } from './require-session.ts'
import { revokeSessions } from './revoke-sessions.ts'

/**
 * Ends one session of the signed-in user, at once for its open tabs.
 * @throws AppError `not_found` (not a live session of this account), `unauthenticated` (the current session has ended)
 */
export async function endSession(ctx: SignedIn, id: string): Promise<void> {
  const { actor, db } = ctx
  const own = and(eq(sessions.id, id), eq(sessions.user_id, actor.userId))
  const live = db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(own, isLive(ctx)))
  await commit(ctx, [
    requireLiveSession(ctx),
    check('not_found', exists(live)),
    ...revokeSessions(ctx, actor, own, 'ended_by_owner'),
  ])
}
