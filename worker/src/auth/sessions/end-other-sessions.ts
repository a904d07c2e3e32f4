import type { SignedIn } from '../../context.ts'
import { commit } from '../../db/write.ts'
import { requireLiveSession } from './require-session.ts'
import { otherSessions, revokeSessions } from './revoke-sessions.ts'

/** Ends all sessions of the user except the current one. @throws AppError `unauthenticated` when that has ended */
export async function endOtherSessions(ctx: SignedIn): Promise<void> {
  const { actor } = ctx
  await commit(ctx, [requireLiveSession(ctx), ...revokeSessions(ctx, actor, otherSessions(actor), 'ended_by_owner')])
}
