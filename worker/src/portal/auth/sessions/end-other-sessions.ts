import { eq } from 'drizzle-orm'
import type { SignedIn } from '../../../context.ts'
import { guestLinks, oneTapLinks } from '../../../platform/db/schema/index.ts'
import { commit } from '../../../platform/db/write.ts'
import { endGuestLinks } from '../../../platform/access/live-guest-link.ts'
import { revokeLinks } from '../one-tap/revoke-links.ts'
import { forgetOtherDevices } from './devices.ts'
import { requireLiveSession } from '../../../platform/access/require-session.ts'
import { otherSessions, revokeSessions } from './revoke-sessions.ts'

/**
 * Ends all sessions of the user except the current one, all one-tap links and all guest links. The other browsers are
 * unknown again.
 * @throws AppError `unauthenticated` when the current session has ended
 */
export async function endOtherSessions(ctx: SignedIn): Promise<void> {
  const { actor } = ctx
  await commit(ctx, [
    requireLiveSession(ctx),
    ...revokeSessions(ctx, actor, otherSessions(actor), 'ended_by_owner'),
    ...forgetOtherDevices(ctx, actor.userId),
    revokeLinks(ctx, eq(oneTapLinks.user_id, actor.userId)),
    endGuestLinks(ctx, eq(guestLinks.user_id, actor.userId)),
  ])
}
