import type { ChatMessage } from '@portal/contract/chat'
import { and, desc, eq, sql } from 'drizzle-orm'
import type { SignedIn } from '../context.ts'
import { decodeCursor, encodeCursor } from '../db/cursor.ts'
import { chatMessages } from '../db/schema/index.ts'
import { found } from '../errors.ts'
import { ownThread } from './own-thread.ts'

const SORT = 'messages'

/**
 * A page of a conversation: the newest first, each page in order of time; `next` leads to older ones.
 * @throws AppError `not_found` where the actor takes no part in it
 */
export async function listMessages(
  ctx: SignedIn,
  threadId: string,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<{ items: ChatMessage[]; next: string | null }> {
  const before = decodeCursor(SORT, cursor)
  const [threads, rows] = await ctx.db.batch([
    ownThread(ctx, threadId),
    ctx.db
      .select({
        id: chatMessages.id,
        thread_id: chatMessages.thread_id,
        sender: chatMessages.sender,
        message: chatMessages.message,
        created_at: chatMessages.created_at,
      })
      .from(chatMessages)
      .where(
        and(
          eq(chatMessages.thread_id, threadId),
          before ? sql`(${chatMessages.created_at}, ${chatMessages.id}) < (${before.value}, ${before.id})` : undefined,
        ),
      )
      .orderBy(desc(chatMessages.created_at), desc(chatMessages.id))
      .limit(limit + 1),
  ])
  found(threads[0])
  const end = rows.length > limit ? rows[limit - 1] : undefined
  return {
    items: rows.slice(0, limit).toReversed(),
    next: end ? encodeCursor(SORT, { value: end.created_at, id: end.id }) : null,
  }
}
