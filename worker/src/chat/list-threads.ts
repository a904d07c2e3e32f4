import type { ChatThread } from '@portal/contract/chat'
import { aliasedTable, and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { SignedIn } from '../context.ts'
import { decodeCursor } from '../db/cursor.ts'
import { type Page, readPage } from '../db/page.ts'
import { bookClients, chatMessages, chatThreads, profiles } from '../db/schema/index.ts'
import { SIDES } from './own-thread.ts'
import { threadRows } from './search-threads.ts'

const SORT = 'threads'
/** The alias that `threadRows` uses. */
const t = aliasedTable(chatThreads, 't')
/** Characters of the last message in the list. */
const PREVIEW = 200

/** Filters of the list of threads. */
export interface ThreadsQuery {
  cursor?: string | undefined
  limit: number
  q?: string | undefined
  thread?: string | undefined
  client?: string | undefined
}

/** Lists the actor's conversations, latest first, each with its last message, unread count and read marks. */
export async function listThreads(
  ctx: SignedIn,
  { limit, q, thread, client, cursor }: ThreadsQuery,
): Promise<Page<ChatThread>> {
  const { role, userId, clientId } = ctx.actor
  const [own, peer] = role === 'client' ? [SIDES.client, SIDES.bookkeeper] : [SIDES.bookkeeper, SIDES.client]
  const after = decodeCursor(SORT, cursor)
  const where = and(
    role === 'client' ? eq(t.client_id, clientId ?? '') : eq(t.bookkeeper_id, userId),
    thread ? eq(t.id, thread) : undefined,
    client ? eq(t.client_id, client) : undefined,
    after && sql`(${t.updated_at}, ${t.id}) < (${after.value}, ${after.id})`,
  )
  const query = ctx.db
    .select({
      id: chatThreads.id,
      client_id: chatThreads.client_id,
      client_name: bookClients.name,
      bookkeeper_name: profiles.name,
      updated_at: chatThreads.updated_at,
      last_message: {
        sender: chatMessages.sender,
        message: sql<string>`substr(${chatMessages.message}, 1, ${PREVIEW})`,
        created_at: chatMessages.created_at,
        attachment: sql<string | null>`${chatMessages.attachments} ->> '$[0].name'`,
        is_deleted: sql`${chatMessages.deleted_at} IS NOT NULL`.mapWith(Boolean),
      },
      last_seq: chatThreads.last_seq,
      unread: own.unread,
      read_seq: own.read,
      peer_read_seq: peer.read,
      peer_delivered_seq: peer.delivered,
    })
    .from(chatThreads)
    .innerJoin(bookClients, eq(bookClients.id, chatThreads.client_id))
    .innerJoin(profiles, eq(profiles.id, chatThreads.bookkeeper_id))
    .leftJoin(chatMessages, and(eq(chatMessages.thread_id, chatThreads.id), eq(chatMessages.seq, chatThreads.last_seq)))
    .where(inArray(chatThreads.id, sql`(SELECT id FROM (${threadRows(userId, q, sql`${where}`, limit + 1)}))`))
    .orderBy(desc(chatThreads.updated_at), desc(chatThreads.id))
  return readPage(query, { limit, sort: SORT, keyOf: ({ updated_at, id }) => ({ value: updated_at, id }) })
}
