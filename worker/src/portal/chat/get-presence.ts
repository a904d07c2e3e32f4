import type { SignedIn } from '../../context.ts'
import { found } from '../../errors.ts'
import { log } from '../../platform/log.ts'
import { signGrant } from '../../platform/realtime/typing-grants.ts'
import { ownThread } from './own-thread.ts'

/**
 * Returns whether the other side of a conversation has the portal open (a client: with the record of this
 * conversation), and sends changes to the actor for the next two minutes.
 * @throws AppError `not_found`
 */
export async function getPresence(ctx: SignedIn, threadId: string): Promise<{ active: boolean; grant: string | null }> {
  const thread = found((await ownThread(ctx, threadId))[0])
  const [peer, record] =
    ctx.actor.role === 'client' ? [thread.bookkeeper_id, null] : [thread.client_user_id, thread.client_id]
  if (peer === null) return { active: false, grant: null }
  const grant = signGrant(ctx.settings.AUTH_SECRET, peer, thread.id, ctx.now.getTime())
  try {
    return { active: await ctx.env.USER_INBOX.getByName(peer).watch(ctx.actor.userId, thread.id, record), grant }
  } catch (error) {
    log('presence.unknown', { id: ctx.requestId, error: error instanceof Error ? error.name : 'unknown' })
    return { active: false, grant }
  }
}
