import type { ChatMessage } from '@portal/contract/chat'
import { isEditable } from '@portal/contract/chat-rules'
import { and, eq, isNull } from 'drizzle-orm'
import { audit } from '../../platform/audit/append.ts'
import type { SignedIn } from '../../context.ts'
import { bookClientNotifications, chatMessages } from '../../platform/db/schema/index.ts'
import { commit, step } from '../../platform/db/write.ts'
import { AppError } from '../../errors.ts'
import { ownMessage } from './own-message.ts'
import { publishToThread } from './own-thread.ts'
import { notificationText } from './send-message.ts'

/**
 * Edits the text of a message within five minutes after it was sent.
 * @throws AppError `not_found`, `message_settled`, `message_deleted`
 */
export async function editMessage(ctx: SignedIn, threadId: string, id: string, text: string): Promise<ChatMessage> {
  const { thread, message } = await ownMessage(ctx, threadId, id)
  if (message.deleted_at) throw new AppError('message_deleted')
  if (message.message === text) return message
  if (!isEditable(message.created_at, ctx.now.getTime())) throw new AppError('message_settled')
  const edited_at = ctx.now.toISOString()
  await commit(ctx, [
    step(
      ctx.db
        .update(chatMessages)
        .set({ message: text, edited_at })
        .where(and(eq(chatMessages.id, id), isNull(chatMessages.deleted_at))),
      'message_deleted',
    ),
    step(
      ctx.db
        .update(bookClientNotifications)
        .set({ message: notificationText(thread, text) })
        .where(and(eq(bookClientNotifications.id, id), eq(bookClientNotifications.client_id, thread.client_id))),
    ),
    ...publishToThread(ctx, thread, 'chat.changed', { message_id: id, message_seq: String(message.seq) }),
    audit(ctx, { action: 'message.edited', subjectType: 'message', subjectId: id, clientId: thread.client_id }),
  ])
  return { ...message, message: text, edited_at }
}
