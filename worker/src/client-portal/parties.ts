import { and, eq } from 'drizzle-orm'
import type { ClientContext } from '../context.ts'
import { bookClients, bookClientWorkforms, profiles } from '../db/schema/index.ts'

/** Returns a query for the client and the bookkeeper of an assignment. */
export function readParties(ctx: ClientContext, assignmentId: string) {
  return ctx.db
    .select({
      client_name: bookClients.name,
      client_email: bookClients.email,
      bookkeeper_name: profiles.name,
      bookkeeper_email: profiles.email,
    })
    .from(bookClientWorkforms)
    .innerJoin(bookClients, eq(bookClients.id, bookClientWorkforms.client_id))
    .innerJoin(profiles, eq(profiles.id, bookClientWorkforms.assigned_by))
    .where(and(eq(bookClientWorkforms.id, assignmentId), eq(bookClientWorkforms.client_id, ctx.actor.clientId)))
}
export type Parties = Awaited<ReturnType<typeof readParties>>[number]
