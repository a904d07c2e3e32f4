import type { ChatThread } from '@portal/contract/chat'
import type { ChatSender } from '@portal/contract/statuses'
import { and, desc, eq, sql } from 'drizzle-orm'
import type { SignedIn } from '../context.ts'
import { decodeCursor, encodeCursor } from '../db/cursor.ts'
import { bookClients, chatMessages, chatThreads, profiles } from '../db/schema/index.ts'
import { ownThreads } from './own-thread.ts'

const SORT = 'threads'
/** Characters of the last message that a list needs; it shows fewer. */
const PREVIEW = 200

interface Last {
  sender: ChatSender
  message: string
  created_at: string
}

/** A page of the actor's conversations, the latest first, each with its last message. */
export async function listThreads(
  ctx: SignedIn,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<{ items: ChatThread[]; next: string | null }> {
  const after = decodeCursor(SORT, cursor)
  const last = sql<string | null>`(
    SELECT json_object('sender', m.sender, 'message', substr(m.message, 1, ${PREVIEW}), 'created_at', m.created_at)
    FROM ${chatMessages} m WHERE m.thread_id = ${chatThreads.id} ORDER BY m.created_at DESC, m.id DESC LIMIT 1)`
  const rows = await ctx.db
    .select({
      id: chatThreads.id,
      client_id: chatThreads.client_id,
      client_name: bookClients.name,
      bookkeeper_name: profiles.name,
      updated_at: chatThreads.updated_at,
      last,
    })
    .from(chatThreads)
    .innerJoin(bookClients, eq(bookClients.id, chatThreads.client_id))
    .innerJoin(profiles, eq(profiles.id, chatThreads.bookkeeper_id))
    .where(
      and(ownThreads(ctx.actor), after ? sql`(${chatThreads.updated_at}, ${chatThreads.id}) < (${after.value}, ${after.id})` : undefined),
    )
    .orderBy(desc(chatThreads.updated_at), desc(chatThreads.id))
    .limit(limit + 1)
  const end = rows.length > limit ? rows[limit - 1] : undefined
  return {
    items: rows
      .slice(0, limit)
      .map(({ last: text, ...thread }) => ({ ...thread, last_message: text === null ? null : (JSON.parse(text) as Last) })),
    next: end ? encodeCursor(SORT, { value: end.updated_at, id: end.id }) : null,
  }
}
