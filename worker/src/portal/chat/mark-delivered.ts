import { and, eq, lt, sql } from 'drizzle-orm'
import type { SignedIn } from '../../context.ts'
import { bookClientAuth, chatThreads } from '../../platform/db/schema/index.ts'
import { commit, step } from '../../platform/db/write.ts'
import { publishToEach } from '../../platform/outbox/enqueue.ts'
import { ownThreads, SIDES } from './own-thread.ts'

/** Marks all messages to the actor as delivered and updates the other sides. */
export async function markDelivered(ctx: SignedIn): Promise<void> {
  const { db, actor } = ctx
  const { delivered, hasUnread } = SIDES[actor.role]
  // Only unread messages can be undelivered, so the index of unread threads applies.
  const undelivered = and(ownThreads(actor), hasUnread, lt(delivered, chatThreads.last_seq))
  const [some] = await db.select({ id: chatThreads.id }).from(chatThreads).where(undelivered).limit(1)
  if (!some) return
  const peer = actor.role === 'client' ? chatThreads.bookkeeper_id : bookClientAuth.auth_user_id
  await commit(ctx, [
    publishToEach(
      ctx,
      'chat.marks',
      sql`SELECT ${peer} AS user_id,
            json_object('thread_id', ${chatThreads.id}, 'client_id', ${chatThreads.client_id}) AS ids
          FROM ${chatThreads} JOIN ${bookClientAuth} ON ${eq(bookClientAuth.client_id, chatThreads.client_id)}
          WHERE ${undelivered} AND ${peer} IS NOT NULL`,
    ),
    step(
      db
        .update(chatThreads)
        .set({ [delivered.name]: chatThreads.last_seq })
        .where(undelivered),
    ),
  ])
}
