import { sql } from 'drizzle-orm'
import type { SignedIn } from '../context.ts'

/** Returns the number of unread messages, and of conversations with unread messages. */
export async function countUnread(ctx: SignedIn): Promise<{ messages: number; threads: number }> {
  const { role, userId, clientId } = ctx.actor
  return ctx.db.get<{ messages: number; threads: number }>(
    role === 'client'
      ? sql`SELECT coalesce(sum(client_unread), 0) AS messages, count(*) AS threads FROM chat_threads
            WHERE client_id = ${clientId ?? ''} AND client_unread > 0`
      : sql`SELECT coalesce(sum(bookkeeper_unread), 0) AS messages, count(*) AS threads FROM chat_threads
            WHERE bookkeeper_id = ${userId} AND bookkeeper_unread > 0`,
  )
}
