import type { ChatThread } from '@portal/contract/chat'
import { type SQL, sql } from 'drizzle-orm'
import type { Actor, SignedIn } from '../context.ts'
import { decodeCursor } from '../db/cursor.ts'
import { type Encoded, encodedPage, jsonRow } from '../db/encoded.ts'
import { threadRows } from './search-threads.ts'

const SORT = 'threads'
/** Characters of the last message in the list. */
const PREVIEW = 200

const LAST = sql`(SELECT json_object(
    'sender', m.sender, 'message', substr(m.message, 1, ${PREVIEW}), 'created_at', m.created_at,
    'attachment', m.attachments ->> '$[0].name', 'is_deleted', json(iif(m.deleted_at IS NULL, 'false', 'true')))
  FROM chat_messages m WHERE m.thread_id = p.id ORDER BY m.seq DESC LIMIT 1)`

/** Returns the columns of a thread from the actor's side. */
function rowFor({ role }: Actor): SQL<ChatThread> {
  const [own, peer] = role === 'client' ? ['client', 'bookkeeper'] : ['bookkeeper', 'client']
  const column = (name: string): SQL => sql.raw(`p.${name}`)
  return jsonRow<ChatThread>({
    id: sql`p.id`,
    client_id: sql`p.client_id`,
    client_name: sql`(SELECT c.name FROM book_clients c WHERE c.id = p.client_id)`,
    bookkeeper_name: sql`(SELECT b.name FROM profiles b WHERE b.id = p.bookkeeper_id)`,
    updated_at: sql`p.updated_at`,
    last_message: sql`json(${LAST})`,
    last_seq: sql`p.last_seq`,
    unread: column(`${own}_unread`),
    read_seq: column(`${own}_read`),
    peer_read_seq: column(`${peer}_read`),
    peer_delivered_seq: column(`${peer}_delivered`),
  })
}

/** Filters of the list of threads. */
export interface ThreadsQuery {
  cursor?: string | undefined
  limit: number
  q?: string | undefined
  thread?: string | undefined
  client?: string | undefined
}

/** Lists the actor's conversations, latest first, each with its last message, unread count and read marks. */
export function listThreads(
  ctx: SignedIn,
  query: ThreadsQuery,
): Promise<Encoded<{ items: ChatThread[]; next: string | null }>> {
  const { limit, q, thread, client } = query
  const after = decodeCursor(SORT, query.cursor)
  const { role, userId, clientId } = ctx.actor
  const conditions = [
    role === 'client' ? sql`t.client_id = ${clientId ?? ''}` : sql`t.bookkeeper_id = ${userId}`,
    ...(thread ? [sql`t.id = ${thread}`] : []),
    ...(client ? [sql`t.client_id = ${client}`] : []),
    ...(after ? [sql`(t.updated_at, t.id) < (${after.value}, ${after.id})`] : []),
  ]
  const rows = threadRows(ctx.actor.userId, q, sql.join(conditions, sql` AND `), limit + 1)
  return encodedPage(ctx.db, { rows, row: rowFor(ctx.actor), key: sql`p.updated_at`, limit, sort: SORT })
}
