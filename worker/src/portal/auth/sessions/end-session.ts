import { and, eq, exists } from 'drizzle-orm'
import type { SignedIn } from '../../../context.ts'
import { guestLinks, oneTapLinks, sessions } from '../../../platform/db/schema/index.ts'
import { check, commit } from '../../../platform/db/write.ts'
import { endGuestLinks } from '../../../platform/access/live-guest-link.ts'
import { revokeLinks } from '../one-tap/revoke-links.ts'
import { isLive, requireLiveSession } from '../../../platform/access/require-session.ts'
import { revokeSessions } from './revoke-sessions.ts'

/**
 * Ends one session of the signed-in user, at once for its open tabs, and all one-tap and guest links: the device still
 * has them.
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
    revokeLinks(ctx, eq(oneTapLinks.user_id, actor.userId)),
    endGuestLinks(ctx, eq(guestLinks.user_id, actor.userId)),
  ])
}
