import { sql } from 'drizzle-orm'
import type { SignedIn } from '../context.ts'
import { commit, step } from '../db/write.ts'
import { publishToEach } from '../outbox/enqueue.ts'
import { ownThreadsText } from './own-thread.ts'

/** Marks all messages to the actor as delivered and updates the other sides. */
export async function markDelivered(ctx: SignedIn): Promise<{ ok: true }> {
  const { role, userId, clientId } = ctx.actor
  const own = ownThreadsText(ctx.actor)
  // Only unread messages can be undelivered, so the index of unread threads applies.
  const undelivered = `${role}_unread > 0 AND ${role}_delivered < last_seq`
  const waiting = `${own.where} AND ${undelivered}`
  const owner = role === 'client' ? sql`client_id = ${clientId ?? ''}` : sql`bookkeeper_id = ${userId}`
  const [some] = await ctx.db.all(sql`SELECT 1 FROM chat_threads WHERE ${owner} AND ${sql.raw(undelivered)} LIMIT 1`)
  if (!some) return { ok: true }
  const peer =
    role === 'client'
      ? 'SELECT bookkeeper_id AS user_id, id, client_id FROM chat_threads'
      : `SELECT a.auth_user_id AS user_id, t.id, t.client_id FROM chat_threads t
         JOIN book_client_auth a ON a.client_id = t.client_id`
  await commit(ctx, [
    publishToEach(ctx, 'chat.marks', {
      sql: `SELECT user_id, json_object('thread_id', id, 'client_id', client_id) AS ids
            FROM (${peer}) WHERE user_id IS NOT NULL AND id IN (SELECT id FROM chat_threads WHERE ${waiting})`,
      args: own.args,
    }),
    step({ sql: `UPDATE chat_threads SET ${role}_delivered = last_seq WHERE ${waiting}`, args: own.args }),
  ])
  return { ok: true }
}
