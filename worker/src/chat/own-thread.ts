import { and, eq, type SQL } from 'drizzle-orm'
import type { Actor, SignedIn } from '../context.ts'
import { bookClients, chatThreads, profiles } from '../db/schema/index.ts'

/** The threads the actor takes part in: a bookkeeper's own, or the client's one. */
export function ownThreads({ role, userId, clientId }: Actor): SQL {
  return role === 'client' ? eq(chatThreads.client_id, clientId ?? '') : eq(chatThreads.bookkeeper_id, userId)
}

/** A thread the actor takes part in, with both sides. */
export function ownThread(ctx: SignedIn, threadId: string) {
  return ctx.db
    .select({
      id: chatThreads.id,
      client_id: chatThreads.client_id,
      bookkeeper_id: chatThreads.bookkeeper_id,
      client_name: bookClients.name,
      bookkeeper_name: profiles.name,
    })
    .from(chatThreads)
    .innerJoin(bookClients, eq(bookClients.id, chatThreads.client_id))
    .innerJoin(profiles, eq(profiles.id, chatThreads.bookkeeper_id))
    .where(and(eq(chatThreads.id, threadId), ownThreads(ctx.actor)))
}
export type OwnThread = Awaited<ReturnType<typeof ownThread>>[number]
