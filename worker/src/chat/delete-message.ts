import type { ChatMessage } from '@portal/contract/chat'
import { removeFiles } from '../storage/remove-files.ts'
import { audit } from '../audit/append.ts'
import type { SignedIn } from '../context.ts'
import { commit, step } from '../db/write.ts'
import { AppError } from '../errors.ts'
import { ownMessage } from './own-message.ts'
import { publishToThread } from './own-thread.ts'

/**
 * Deletes the text, files and notification of a message for both sides; a placeholder stays. Idempotent.
 * @throws AppError `not_found`
 */
export async function deleteMessage(ctx: SignedIn, threadId: string, id: string): Promise<ChatMessage> {
  const { thread, message } = await ownMessage(ctx, threadId, id)
  if (message.deleted_at) return message
  const peer = ctx.actor.role === 'client' ? 'bookkeeper' : 'client'
  const deleted_at = ctx.now.toISOString()
  const gone = { message: '', attachments: [], about: null, edited_at: null, deleted_at }
  try {
    await commit(ctx, [
      step(
        {
          sql: `UPDATE chat_messages
                SET message = '', attachments = '[]', about = NULL, edited_at = NULL, deleted_at = ?
                WHERE id = ? AND deleted_at IS NULL`,
          args: [deleted_at, id],
        },
        'message_deleted',
      ),
      // The message no longer counts as unread.
      step({
        sql: `UPDATE chat_threads SET ${peer}_unread = max(0, ${peer}_unread - 1) WHERE id = ? AND ${peer}_read < ?`,
        args: [thread.id, message.seq],
      }),
      step({
        sql: 'DELETE FROM book_client_notifications WHERE id = ? AND client_id = ?',
        args: [id, thread.client_id],
      }),
      ...removeFiles(ctx, { where: 'message_id = ?', args: [id] }),
      ...publishToThread(ctx, thread, 'chat.changed', { message_id: id, message_seq: String(message.seq) }),
      audit(ctx, { action: 'message.deleted', subjectType: 'message', subjectId: id, clientId: thread.client_id }),
    ])
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'message_deleted') throw error
  }
  return { ...message, ...gone }
}
