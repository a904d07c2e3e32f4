import { and, desc, eq, gt, isNull, type SQL, sql } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/sqlite-core'
import { chatMessages, chatThreads } from '../../../platform/db/schema/index.ts'

/** A message of a client that may contain a promise. */
export interface ClientMessage {
  id: string
  text: string
  at: string
}

/** Messages that are searched for promises: only the latest. */
const MESSAGES_MAX = 5
/** Characters of each message that are searched. */
const TEXT_MAX = 1000

/** Returns the latest messages of the client in a thread that meet a condition, newest first. Joins chat_threads. */
export function latestMessages(which: SQL | undefined): SQL<ClientMessage[]> {
  const { id, message, created_at, thread_id, sender, deleted_at, seq } = chatMessages
  const latest = new QueryBuilder()
    .select({ id, text: sql`substr(${message}, 1, ${TEXT_MAX})`.as('text'), at: created_at })
    .from(chatMessages)
    .where(and(eq(thread_id, chatThreads.id), eq(sender, 'client'), isNull(deleted_at), which))
    .orderBy(desc(seq))
    .limit(MESSAGES_MAX)
  const rows = sql`SELECT json_group_array(json_object('id', "id", 'text', "text", 'at', "created_at")) FROM ${latest}`
  return sql`(${rows})`.mapWith((json: string) => JSON.parse(json) as ClientMessage[])
}

/** The latest messages that the bookkeeper has not read. Joins chat_threads. */
export const unreadMessages = latestMessages(gt(chatMessages.seq, chatThreads.bookkeeper_read))
