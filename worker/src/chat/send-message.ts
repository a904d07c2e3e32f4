import type { ChatMessage } from '@portal/contract/chat'
import { PREVIEW_CHARACTERS } from '@portal/contract/limits'
import type { SignedIn } from '../context.ts'
import { answeredBefore } from '../db/answered.ts'
import { bookClientNotifications, chatMessages } from '../db/schema/index.ts'
import { commitOnce, type Step, step } from '../db/write.ts'
import { found } from '../errors.ts'
import { uuidv7 } from '../ids.ts'
import { tellClient, tellUser } from '../outbox/enqueue.ts'
import { type OwnThread, ownThread } from './own-thread.ts'

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** The beginning of a message on one line, cut between characters as people see them. */
function preview(text: string): string {
  const characters = Array.from(graphemes.segment(text.replace(/\s+/g, ' ')), (s) => s.segment)
  return characters.length > PREVIEW_CHARACTERS ? `${characters.slice(0, PREVIEW_CHARACTERS).join('')}…` : characters.join('')
}

/** The other side's notification: a row for a client; a bookkeeper's is derived from the message itself. */
function notifySteps(ctx: SignedIn, thread: OwnThread, message: ChatMessage): Step[] {
  const ids = { client_id: thread.client_id, thread_id: thread.id }
  if (message.sender === 'client') {
    return [tellUser(ctx, thread.bookkeeper_id, 'notification.created', { ...ids, notification_id: `message:${message.id}` })]
  }
  const id = uuidv7()
  const row = ctx.db.insert(bookClientNotifications).values({
    id,
    client_id: thread.client_id,
    title: 'New message',
    message: `${thread.bookkeeper_name || 'Your bookkeeper'}: ${preview(message.message)}`,
    created_at: message.created_at,
    sender_type: 'bookkeeper',
    recipient_type: 'client',
  })
  return [step(row), tellClient(ctx, thread.client_id, 'notification.created', { ...ids, notification_id: id })]
}

/**
 * Writes a message into a conversation that the actor takes part in; both sides are told.
 * @throws AppError `not_found`
 */
export async function sendMessage(ctx: SignedIn, threadId: string, text: string): Promise<ChatMessage> {
  const [threads, before] = await ctx.db.batch([ownThread(ctx, threadId), answeredBefore(ctx)])
  const thread = found(threads[0])
  if (before[0]) return before[0].answer as ChatMessage
  const message: ChatMessage = {
    id: uuidv7(ctx.now.getTime()),
    thread_id: thread.id,
    sender: ctx.actor.role,
    message: text,
    created_at: ctx.now.toISOString(),
  }
  const ids = { thread_id: thread.id, message_id: message.id, client_id: thread.client_id }
  return commitOnce(
    ctx,
    [
      step(
        {
          // max: a message that waited in the queue must not move the conversation back.
          sql: 'UPDATE chat_threads SET updated_at = max(updated_at, ?) WHERE id = ? AND client_id = ? AND bookkeeper_id = ?',
          args: [message.created_at, thread.id, thread.client_id, thread.bookkeeper_id],
        },
        'not_found',
      ),
      step(ctx.db.insert(chatMessages).values({ ...message, attachments: [] })),
      tellUser(ctx, thread.bookkeeper_id, 'chat.message', ids),
      tellClient(ctx, thread.client_id, 'chat.message', ids),
      ...notifySteps(ctx, thread, message),
    ],
    message,
  )
}
