import type { ChatMessage } from '@portal/contract/chat'
import { and, eq, getTableColumns } from 'drizzle-orm'
import type { SignedIn } from '../../context.ts'
import { chatMessages } from '../../platform/db/schema/index.ts'
import { found } from '../../errors.ts'
import { type OwnThread, ownThread } from './own-thread.ts'

const { heard_by: _, ...columns } = getTableColumns(chatMessages)

/** The columns of a message in the format of the API. */
export const MESSAGE_COLUMNS = columns

/** Returns a message written by the actor, with its thread. @throws AppError `not_found` */
export async function ownMessage(
  ctx: SignedIn,
  threadId: string,
  id: string,
): Promise<{ thread: OwnThread; message: ChatMessage }> {
  const [threads, messages] = await ctx.db.batch([
    ownThread(ctx, threadId),
    ctx.db
      .select(MESSAGE_COLUMNS)
      .from(chatMessages)
      .where(
        and(eq(chatMessages.id, id), eq(chatMessages.thread_id, threadId), eq(chatMessages.sender, ctx.actor.role)),
      ),
  ])
  return { thread: found(threads[0]), message: found(messages[0]) }
}
