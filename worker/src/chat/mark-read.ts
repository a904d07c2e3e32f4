import type { SignedIn } from '../context.ts'
import { commit, type Step, step } from '../db/write.ts'
import { found } from '../errors.ts'
import { publishToUser } from '../outbox/enqueue.ts'
import { ownThread, ownThreadsText, publishToThread } from './own-thread.ts'

/** Marks the notifications of messages as read. A bookkeeper's are derived from the conversation. */
function notificationSteps(ctx: SignedIn, threadId: string, upTo: number): Step[] {
  const { role, userId, clientId } = ctx.actor
  const rows = {
    sql: `UPDATE book_client_notifications SET is_read = 1
          WHERE client_id = ? AND recipient_type = 'client' AND is_read = 0
            AND id IN (SELECT m.id FROM chat_messages m WHERE m.thread_id = ? AND m.seq <= ?)`,
    args: [clientId, threadId, upTo],
  }
  return [...(role === 'client' ? [step(rows)] : []), publishToUser(ctx, userId, 'notification.read', {})]
}

/**
 * Marks a conversation and its notifications as read up to a position. An earlier position changes nothing.
 * @throws AppError `not_found`
 */
export async function markRead(ctx: SignedIn, threadId: string, seq: number): Promise<{ ok: true }> {
  const thread = found((await ownThread(ctx, threadId))[0])
  const { role } = ctx.actor
  const upTo = Math.min(seq, thread.last_seq)
  if (upTo <= thread.read[role] && thread.unread[role] === 0) return { ok: true }
  const own = ownThreadsText(ctx.actor)
  await commit(ctx, [
    step(
      {
        sql: `UPDATE chat_threads SET ${role}_read = max(${role}_read, ?1),
                ${role}_delivered = max(${role}_delivered, ?1),
                ${role}_unread = (SELECT count(*) FROM chat_messages m
                  WHERE m.thread_id = chat_threads.id AND m.seq > max(${role}_read, ?1)
                  AND m.deleted_at IS NULL AND (m.sender = 'client') = ?2)
              WHERE id = ?3 AND ${own.where.replace('?', '?4')}`,
        args: [upTo, role === 'bookkeeper' ? 1 : 0, threadId, ...own.args],
      },
      'not_found',
    ),
    ...notificationSteps(ctx, threadId, upTo),
    ...publishToThread(ctx, thread, 'chat.marks', {}),
  ])
  return { ok: true }
}
