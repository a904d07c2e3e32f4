import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { bookClientAuth, bookClients } from '../../../platform/db/schema/index.ts'
import { type Step, step } from '../../../platform/db/write.ts'
import { publishToEach } from '../../../platform/outbox/enqueue.ts'
import { isUndecided } from '../accounts.ts'
import { voidInvitations } from '../invitations/select-invitations.ts'

/**
 * Returns steps that decline all waiting client records of an address. Used when a bookkeeper confirms the address,
 * because a bookkeeper cannot be a client.
 */
export function declineWaitingRecords(ctx: Pick<Context, 'db' | 'now'>, email: string): Step[] {
  const at = ctx.now.toISOString()
  const waiting = ctx.db
    .select({ id: bookClients.id })
    .from(bookClients)
    .innerJoin(bookClientAuth, eq(bookClientAuth.client_id, bookClients.id))
    .where(and(eq(bookClients.email, email), isUndecided))
  const declined = ctx.db.update(bookClientAuth).set({ declined_at: at, updated_at: at })
  return [
    publishToEach(
      ctx,
      'client.changed',
      sql`SELECT ${bookClients.bookkeeper_id} AS user_id, json_object('client_id', ${bookClients.id}) AS ids
        FROM ${bookClients} WHERE ${inArray(bookClients.id, waiting)}`,
    ),
    voidInvitations(ctx, waiting),
    step(declined.where(inArray(bookClientAuth.client_id, waiting))),
  ]
}
