import { z } from 'zod'
import { Id, Instant, PageQuery, page } from './common.ts'
import { MESSAGE_MAX } from './limits.ts'
import { CHAT_SENDERS } from './statuses.ts'

/** Chat between a bookkeeper and a client (specification, sections 2, 3 and 9; ruling 23). */

export const ChatThread = z.object({
  id: Id,
  client_id: Id,
  client_name: z.string(),
  /** Whom the client talks to. */
  bookkeeper_name: z.string(),
  updated_at: Instant,
  last_message: z.object({ sender: z.enum(CHAT_SENDERS), message: z.string(), created_at: Instant }).nullable(),
})
export type ChatThread = z.infer<typeof ChatThread>
/** The latest conversation first. A client has one thread. */
export const ChatThreads = page(ChatThread)
export const ChatThreadsQuery = PageQuery

export const ChatMessage = z.object({
  id: Id,
  thread_id: Id,
  sender: z.enum(CHAT_SENDERS),
  message: z.string(),
  created_at: Instant,
})
export type ChatMessage = z.infer<typeof ChatMessage>
/** Newest page first; inside a page by created_at ascending. `next` leads to older ones. */
export const ChatMessagesPage = page(ChatMessage)
export const ChatMessagesQuery = PageQuery
export const SendMessage = z.object({
  message: z.string().trim().min(1, 'Please write a message.').max(MESSAGE_MAX, 'This message is too long (10,000 characters at most).'),
})
