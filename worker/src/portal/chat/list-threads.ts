import type { ChatThread } from '@portal/contract/chat'
import { and, desc, eq, sql } from 'drizzle-orm'
import type { SignedIn } from '../../context.ts'
import { decodeCursor } from '../../platform/db/cursor.ts'
import { type Page, readPage } from '../../platform/db/page.ts'
import { bookClients, chatMessages, chatThreads, profiles } from '../../platform/db/schema/index.ts'
import { ownThreads, SIDES } from './own-thread.ts'
import { threadContains } from './search-threads.ts'

const SORT = 'threads'
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
  const { db, actor } = ctx
  const [own, peer] = actor.role === 'client' ? [SIDES.client, SIDES.bookkeeper] : [SIDES.bookkeeper, SIDES.client]
  const after = decodeCursor(SORT, cursor)
  const where = and(
    ownThreads(actor),
    thread ? eq(chatThreads.id, thread) : undefined,
    client ? eq(chatThreads.client_id, client) : undefined,
    after && sql`(${chatThreads.updated_at}, ${chatThreads.id}) < (${after.value}, ${after.id})`,
    q ? threadContains(db, q) : undefined,
  )
  const query = db
    .select({
      id: chatThreads.id,
      client_id: chatThreads.client_id,
      client_name: bookClients.name,
      client_archived: sql`${bookClients.is_archived}`.mapWith(Boolean),
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
    .where(where)
    .orderBy(desc(chatThreads.updated_at), desc(chatThreads.id))
  return readPage(query, { limit, sort: SORT, keyOf: ({ updated_at, id }) => ({ value: updated_at, id }) })
}
