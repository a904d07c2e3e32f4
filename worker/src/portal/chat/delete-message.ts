import type { ChatMessage } from '@portal/contract/chat'
import { and, eq, isNull, lt, sql } from 'drizzle-orm'
import { removeFiles } from '../../platform/storage/remove-files.ts'
import { audit } from '../../platform/audit/append.ts'
import type { SignedIn } from '../../context.ts'
import { bookClientNotifications, chatMessages, chatThreads, files } from '../../platform/db/schema/index.ts'
import { commit, step } from '../../platform/db/write.ts'
import { isAppError } from '../../errors.ts'
import { ownMessage } from './own-message.ts'
import { publishToThread, SIDES } from './own-thread.ts'

/**
 * Deletes the text, files and notification of a message for both sides; a placeholder stays. Idempotent.
 * @throws AppError `not_found`
 */
export async function deleteMessage(ctx: SignedIn, threadId: string, id: string): Promise<ChatMessage> {
  const { thread, message } = await ownMessage(ctx, threadId, id)
  if (message.deleted_at) return message
  const { db } = ctx
  const peer = SIDES[ctx.actor.role === 'client' ? 'bookkeeper' : 'client']
  const content = {
    message: '',
    attachments: [],
    about: null,
    mail: null,
    awaits_answer: false,
    edited_at: null,
    deleted_at: ctx.now.toISOString(),
  } satisfies Partial<ChatMessage>
  try {
    await commit(ctx, [
      step(
        db
          .update(chatMessages)
          .set(content)
          .where(and(eq(chatMessages.id, id), isNull(chatMessages.deleted_at))),
        'message_deleted',
      ),
      // The message no longer counts as unread.
      step(
        db
          .update(chatThreads)
          .set({ [peer.unread.name]: sql`max(0, ${peer.unread} - 1)` })
          .where(and(eq(chatThreads.id, thread.id), lt(peer.read, message.seq))),
      ),
      step(
        db
          .delete(bookClientNotifications)
          .where(and(eq(bookClientNotifications.id, id), eq(bookClientNotifications.client_id, thread.client_id))),
      ),
      ...removeFiles(ctx, eq(files.message_id, id)),
      ...publishToThread(ctx, thread, 'chat.changed', { message_id: id, message_seq: String(message.seq) }),
      audit(ctx, { action: 'message.deleted', subjectType: 'message', subjectId: id, clientId: thread.client_id }),
    ])
  } catch (error) {
    if (!isAppError(error, 'message_deleted')) throw error
  }
  return { ...message, ...content }
}
