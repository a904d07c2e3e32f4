import { formatCount } from '@portal/contract/counts'
import { cutCharacters } from '@portal/contract/text'
import { and, eq, gt, inArray, isNull, sql } from 'drizzle-orm'
import type { Database } from '../../../platform/db/client.ts'
import { bookClients, chatMessages, chatThreads, profiles } from '../../../platform/db/schema/index.ts'
import { clientUrl } from '../../../platform/mail/client-links.ts'
import type { MessageItem } from './collect.ts'
import type { MailText } from './compose.ts'
import type { DigestEntry, DueDigest } from './digest-source.ts'

/** Messages shown in a mail; further ones are counted. */
const MESSAGES_SHOWN = 10
/** Characters shown of each message. */
const MESSAGE_MAX = 300
/** Characters read of each message: more, because several spaces become one. */
const MESSAGE_READ = 1000

/** Selects the messages of a digest that are still unread. */
export const unreadMessages = (db: Database, { items }: DueDigest<MessageItem>) =>
  db
    .select({
      thread_id: chatMessages.thread_id,
      message: sql<string>`substr(${chatMessages.message}, 1, ${MESSAGE_READ})`,
      attachments: chatMessages.attachments,
      about: chatMessages.about,
      client_name: bookClients.name,
      bookkeeper_name: profiles.name,
    })
    .from(chatMessages)
    .innerJoin(chatThreads, eq(chatThreads.id, chatMessages.thread_id))
    .innerJoin(bookClients, eq(bookClients.id, chatThreads.client_id))
    .innerJoin(profiles, eq(profiles.id, chatThreads.bookkeeper_id))
    .where(
      and(
        inArray(
          chatMessages.id,
          items.map((item) => item.message_id),
        ),
        isNull(chatMessages.deleted_at),
        gt(
          chatMessages.seq,
          sql`iif(${chatMessages.sender} = 'client', ${chatThreads.bookkeeper_read}, ${chatThreads.client_read})`,
        ),
      ),
    )
    .orderBy(chatMessages.created_at, chatMessages.seq)
/** An unread message of a digest. */
export type UnreadMessage = Awaited<ReturnType<typeof unreadMessages>>[number]

/**
 * Returns a message as a paragraph of the mail. A comment quotes its question.
 * @param lineBreak replaces line breaks: a space where a line could look like a message of another client
 */
function paragraphOf({ message, attachments, about }: UnreadMessage, lineBreak: '\n' | ' '): string {
  const lines = message.replace(/\s*[\r\n\u2028\u2029]\s*/g, lineBreak)
  const text = cutCharacters(lines, MESSAGE_MAX, '…') || `File: ${attachments[0]?.name ?? ''}`
  return about?.field_name === undefined ? text : `About "${about.field_name}": ${text}`
}

const writerOf = (m: UnreadMessage, toClient: boolean): string =>
  toClient ? m.bookkeeper_name || 'your bookkeeper' : m.client_name

const openChat = (url: string): DigestEntry['action'] => ({ label: 'Open the conversation', url })

/** Returns the page that shows the messages. */
const chatOf = (threads: Iterable<string>, toClient: boolean, origin: string): string => {
  const [thread, ...others] = threads
  if (toClient) return clientUrl(origin, '/client-chat')
  return others.length === 0 ? `${origin}/chat?thread=${thread}` : `${origin}/chat`
}

/** Returns entries about unread messages for a mail that also has other news, and the number of further messages. */
export const messageEntries = (
  messages: readonly UnreadMessage[],
  toClient: boolean,
  origin: string,
): { entries: DigestEntry[]; unlisted: number } => ({
  entries: messages.slice(0, MESSAGES_SHOWN).map((m) => ({
    subject: `New message from ${writerOf(m, toClient)}`,
    heading: 'New message',
    line: `New message from ${writerOf(m, toClient)}: ${paragraphOf(m, ' ')}`,
    action: openChat(chatOf([m.thread_id], toClient, origin)),
  })),
  unlisted: Math.max(0, messages.length - MESSAGES_SHOWN),
})

/** Composes a mail with unread messages only, to the client or to the bookkeeper. */
export function composeMessages(
  messages: readonly UnreadMessage[],
  toClient: boolean,
  origin: string,
): MailText | undefined {
  const [first] = messages
  if (!first) return undefined
  const name = (m: UnreadMessage): string => writerOf(m, toClient)
  const threads = new Set(messages.map((m) => m.thread_id))
  const from = threads.size === 1 ? name(first) : `${formatCount(threads.size)} clients`
  const heading =
    messages.length === 1 ? `New message from ${from}` : `${formatCount(messages.length)} new messages from ${from}`
  const paragraph = (m: UnreadMessage) =>
    threads.size === 1 ? paragraphOf(m, '\n') : `${name(m)}: ${paragraphOf(m, ' ')}`
  const texts = messages.slice(0, MESSAGES_SHOWN).map(paragraph)
  const more = messages.length > MESSAGES_SHOWN ? [`And ${formatCount(messages.length - MESSAGES_SHOWN)} more.`] : []
  return {
    subject: heading,
    heading,
    lines: [...(toClient ? [`Hello ${first.client_name},`] : []), ...texts, ...more],
    action: openChat(chatOf(threads, toClient, origin)),
  }
}
