import { and, count, sql } from 'drizzle-orm'
import type { SignedIn } from '../../context.ts'
import { chatThreads } from '../../platform/db/schema/index.ts'
import { ownThreads, SIDES } from './own-thread.ts'

/** Returns the number of unread messages, and of conversations with unread messages. */
export async function countUnread({ db, actor }: SignedIn): Promise<{ messages: number; threads: number }> {
  const { unread, hasUnread } = SIDES[actor.role]
  const [counts] = await db
    .select({ messages: sql<number>`coalesce(sum(${unread}), 0)`, threads: count() })
    .from(chatThreads)
    .where(and(ownThreads(actor), hasUnread))
  return counts ?? { messages: 0, threads: 0 }
}
