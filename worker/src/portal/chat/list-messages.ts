import type { ChatMessage, ChatMessagesPage } from '@portal/contract/chat'
import { and, asc, desc, eq, gte, lt } from 'drizzle-orm'
import type { SignedIn } from '../../context.ts'
import { decodeCursor, encodeCursor } from '../../platform/db/cursor.ts'
import { chatMessages } from '../../platform/db/schema/index.ts'
import { AppError, found } from '../../errors.ts'
import { MESSAGE_COLUMNS } from './own-message.ts'
import { ownThread } from './own-thread.ts'

const SORT = 'messages'

/** Returns the position in a cursor. @throws AppError `invalid_input` */
function positionIn(cursor: string | undefined): number | undefined {
  const key = decodeCursor(SORT, cursor)
  if (!key) return undefined
  const position = Number(key.value)
  if (!Number.isSafeInteger(position))
    throw new AppError('invalid_input', { detail: 'This cursor does not belong to this list.' })
  return position
}

// Positions have no gaps, so there is an older message before any but the first.
const olderThan = ([first]: readonly ChatMessage[]): string | null =>
  first && first.seq > 1 ? encodeCursor(SORT, { value: String(first.seq), id: first.id }) : null

/**
 * Returns a page of a conversation in order: the newest, the one before `cursor`, or the one that starts at `from`.
 * @throws AppError `not_found` when the actor is not a participant
 */
export async function listMessages(
  ctx: SignedIn,
  threadId: string,
  { cursor, from, limit }: { cursor?: string | undefined; from?: number | undefined; limit: number },
): Promise<ChatMessagesPage> {
  const before = positionIn(cursor)
  const { seq } = chatMessages
  const [threads, rows] = await ctx.db.batch([
    ownThread(ctx, threadId),
    ctx.db
      .select(MESSAGE_COLUMNS)
      .from(chatMessages)
      .where(
        and(
          eq(chatMessages.thread_id, threadId),
          from === undefined ? undefined : gte(seq, from),
          before === undefined ? undefined : lt(seq, before),
        ),
      )
      .orderBy(from === undefined ? desc(seq) : asc(seq))
      .limit(limit),
  ])
  const { last_seq } = found(threads[0])
  const items = from === undefined ? rows.toReversed() : rows
  const last = items.at(-1)
  return { items, next: olderThan(items), newer: last && last.seq < last_seq ? last.seq + 1 : null }
}
