import type { EventIds, EventType } from '@portal/contract/events'
import { and, eq, ne, type SQL, sql } from 'drizzle-orm'
import type { Actor, SignedIn } from '../../context.ts'
import { bookClientAuth, bookClients, chatMessages, chatThreads, profiles } from '../../platform/db/schema/index.ts'
import type { Step } from '../../platform/db/write.ts'
import { publishToClient, publishToUser } from '../../platform/outbox/enqueue.ts'

/** Returns the condition that selects the actor's threads. */
export function ownThreads({ role, userId, clientId }: Actor): SQL {
  return role === 'client' ? eq(chatThreads.client_id, clientId ?? '') : eq(chatThreads.bookkeeper_id, userId)
}

/** Returns the condition for messages that the other side has sent. */
export const isFromPeer = ({ role }: Pick<Actor, 'role'>): SQL =>
  role === 'client' ? ne(chatMessages.sender, 'client') : eq(chatMessages.sender, 'client')

/**
 * The columns of each side. `hasUnread` repeats the condition of a partial index, which SQLite would not use for a
 * parameter.
 */
export const SIDES = {
  bookkeeper: {
    unread: chatThreads.bookkeeper_unread,
    read: chatThreads.bookkeeper_read,
    delivered: chatThreads.bookkeeper_delivered,
    hasUnread: sql`${chatThreads.bookkeeper_unread} > 0`,
  },
  client: {
    unread: chatThreads.client_unread,
    read: chatThreads.client_read,
    delivered: chatThreads.client_delivered,
    hasUnread: sql`${chatThreads.client_unread} > 0`,
  },
} as const

/** Selects one of the actor's threads, with both sides and their read marks. */
export function ownThread(ctx: SignedIn, threadId: string) {
  return ctx.db
    .select({
      id: chatThreads.id,
      client_id: chatThreads.client_id,
      bookkeeper_id: chatThreads.bookkeeper_id,
      /** Null before the first sign-in. */
      client_user_id: bookClientAuth.auth_user_id,
      client_name: bookClients.name,
      bookkeeper_name: profiles.name,
      last_seq: chatThreads.last_seq,
      read: { bookkeeper: chatThreads.bookkeeper_read, client: chatThreads.client_read },
      unread: { bookkeeper: chatThreads.bookkeeper_unread, client: chatThreads.client_unread },
    })
    .from(chatThreads)
    .innerJoin(bookClients, eq(bookClients.id, chatThreads.client_id))
    .leftJoin(bookClientAuth, eq(bookClientAuth.client_id, chatThreads.client_id))
    .innerJoin(profiles, eq(profiles.id, chatThreads.bookkeeper_id))
    .where(and(eq(chatThreads.id, threadId), ownThreads(ctx.actor)))
}
export type OwnThread = Awaited<ReturnType<typeof ownThread>>[number]

/** Returns steps that publish a live event to both sides of a thread. */
export function publishToThread(ctx: SignedIn, thread: OwnThread, type: EventType, ids: EventIds): Step[] {
  const all = { thread_id: thread.id, client_id: thread.client_id, ...ids }
  return [publishToUser(ctx, thread.bookkeeper_id, type, all), publishToClient(ctx, thread.client_id, type, all)]
}
