import * as z from 'zod'
import { FileName, Id, Instant, PageQuery, page, Search } from './common.ts'
import { MESSAGE_FILES_MAX, MESSAGE_MAX } from './limits.ts'
import { CHAT_SENDERS } from './statuses.ts'

/** Chat between a bookkeeper and a client (specification, sections 2, 3 and 9; ruling 23). */

const count = z.number().int()

export const ChatThread = z.object({
  id: Id,
  client_id: Id,
  client_name: z.string(),
  /** Whom the client talks to. */
  bookkeeper_name: z.string(),
  updated_at: Instant,
  /** `attachment` is the name of its first file. */
  last_message: z
    .object({
      sender: z.enum(CHAT_SENDERS),
      message: z.string(),
      created_at: Instant,
      attachment: z.string().nullable(),
      is_deleted: z.boolean(),
    })
    .nullable(),
  last_seq: count,
  /** Messages of the other side that one has not read; one has read up to `read_seq`. */
  unread: count,
  read_seq: count,
  /** The other side has read up to here; and up to here messages have reached a device of theirs. */
  peer_read_seq: count,
  peer_delivered_seq: count,
})
export type ChatThread = z.infer<typeof ChatThread>
/** The latest conversation first. A client has one thread. */
export const ChatThreads = page(ChatThread)
/** `q` searches name, e-mail and company of the client, and from three letters on the messages. `thread` or `client` picks out one conversation. */
export const ChatThreadsQuery = PageQuery.extend({ q: Search, thread: Id.optional(), client: Id.optional() })

export const ChatAttachment = z.object({ id: Id, name: z.string(), size: count, type: z.string() })
export type ChatAttachment = z.infer<typeof ChatAttachment>

/** A section of the client's, as it was called when the message was sent. */
export const ChatAbout = z.object({
  assignment_id: Id,
  workform_id: Id,
  workform_name: z.string(),
  section_name: z.string(),
})
export type ChatAbout = z.infer<typeof ChatAbout>
/** The sections that a message can be about. */
export const ChatSections = z.object({ items: z.array(ChatAbout) })

export const ChatMessage = z.object({
  id: Id,
  thread_id: Id,
  /** Place in the thread: 1, 2, 3 and so on. */
  seq: count,
  sender: z.enum(CHAT_SENDERS),
  /** Empty where it was deleted, or where files say it all. */
  message: z.string(),
  attachments: z.array(ChatAttachment),
  about: ChatAbout.nullable(),
  created_at: Instant,
  edited_at: Instant.nullable(),
  deleted_at: Instant.nullable(),
})
export type ChatMessage = z.infer<typeof ChatMessage>

/** In the order of `seq`. `next` leads to older ones; `newer` is the place to go on `from`, null where the page holds the last message. */
export const ChatMessagesPage = page(ChatMessage).extend({ newer: count.nullable() })
export type ChatMessagesPage = z.infer<typeof ChatMessagesPage>
/** Without `from` the newest page, or the one before `cursor`. `from`: the page that begins at this place. */
export const ChatMessagesQuery = PageQuery.extend({ from: z.coerce.number().int().min(1).optional() })

const TOO_LONG = 'This message is too long (10,000 characters at most).'
const Text = z.string().trim().max(MESSAGE_MAX, TOO_LONG)
const NOT_EMPTY = 'Please write a message.'

/** `id` is made by the sender, so that a repeat is known as one. */
export const SendMessage = z
  .object({
    id: Id.optional(),
    message: Text.default(''),
    /** Ids of files uploaded for this conversation. */
    attachments: z.array(Id).max(MESSAGE_FILES_MAX, 'A message takes 10 files at most.').default([]),
    /** The section it is about, by its assignment. */
    about: Id.optional(),
  })
  .refine((m) => m.message !== '' || m.attachments.length > 0, { path: ['message'], message: NOT_EMPTY })
export type SendMessage = z.output<typeof SendMessage>
export const EditMessage = z.object({ message: Text.min(1, NOT_EMPTY) })
export const MessageParam = z.object({ id: Id, messageId: Id })

export const MarkChatRead = z.object({ seq: z.number().int().min(1) })
/** Messages that one has not read, in all conversations. */
export const ChatUnread = z.object({ messages: count, threads: count })
/** Whether the other side has the portal open. `grant` lets one's own socket tell them that one is typing; null where nobody could be told. */
export const ChatPresence = z.object({ active: z.boolean(), grant: z.string().nullable() })

/** The body of an upload is the file itself. */
export const ChatFileQuery = z.object({ name: FileName })
export const BeginChatUpload = z.object({ name: FileName, size: z.number().int().min(0) })
