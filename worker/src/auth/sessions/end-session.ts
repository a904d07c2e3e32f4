import type { SignedIn } from '../../context.ts'
import { commit, require } from '../../db/write.ts'
import { requireLiveSession } from './require-session.ts'
import { revokeSessions } from './revoke-sessions.ts'

/**
 * Ends one session of the signed-in user, at once for its open tabs.
 * @throws AppError `not_found` (not a live session of this account), `unauthenticated` (the current session has ended)
 */
export async function endSession(ctx: SignedIn, id: string): Promise<void> {
  const { actor } = ctx
  const own = { where: 'id = ? AND user_id = ?', args: [id, actor.userId] }
  const live = `EXISTS (SELECT 1 FROM sessions WHERE ${own.where} AND revoked_at IS NULL AND expires_at > ?)`
  await commit(ctx, [
    requireLiveSession(ctx),
    require('not_found', live, [...own.args, ctx.now.toISOString()]),
    ...revokeSessions(ctx, actor, own, 'ended_by_owner'),
  ])
}
