import type { SignedIn } from '../../context.ts'
import { commit, require } from '../../db/write.ts'
import { requireLiveSession, revokeSteps } from './sessions.ts'

/**
 * Ends one session of the account, at once for its open tabs.
 * @throws AppError `not_found` (not one of the account's, or ended already), `unauthenticated` (the session that asks has ended)
 */
export async function endSession(ctx: SignedIn, id: string): Promise<void> {
  const { actor } = ctx
  const own = { where: 'id = ? AND user_id = ?', args: [id, actor.userId] }
  await commit(ctx, [
    requireLiveSession(ctx),
    require('not_found', `EXISTS (SELECT 1 FROM sessions WHERE ${own.where} AND revoked_at IS NULL AND expires_at > ?)`, [
      ...own.args,
      ctx.now.toISOString(),
    ]),
    ...revokeSteps(ctx, actor, own, 'ended_by_owner'),
  ])
}

/** Ends all sessions of the account but the one that asks. @throws AppError `unauthenticated` when that one has ended */
export async function endOtherSessions(ctx: SignedIn): Promise<void> {
  const { actor } = ctx
  const others = { where: 'user_id = ? AND id <> ?', args: [actor.userId, actor.sessionId] }
  await commit(ctx, [requireLiveSession(ctx), ...revokeSteps(ctx, actor, others, 'ended_by_owner')])
}
