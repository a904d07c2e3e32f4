import { and, eq, sql } from 'drizzle-orm'
import type { BookkeeperContext } from '../../context.ts'
import { bookClientNotifications, bookClients, bookClientWorkforms } from '../../platform/db/schema/index.ts'
import { type Step, step } from '../../platform/db/write.ts'
import { uuidv7 } from '../../platform/ids.ts'
import { announceEach } from '../notifications/announce.ts'
import type { WorkformItem } from '../notifications/digests/collect.ts'
import { publishToClient, publishToUser } from '../../platform/outbox/enqueue.ts'

/** A workform assigned to a client. */
export interface Pair {
  client_id: string
  workform_id: string
}

/** Returns a condition on book_client_workforms and book_clients: the pair belongs to the bookkeeper. */
export const ownPair = ({ actor: { userId } }: BookkeeperContext, { client_id, workform_id }: Pair) =>
  and(
    eq(bookClientWorkforms.client_id, client_id),
    eq(bookClientWorkforms.workform_id, workform_id),
    eq(bookClientWorkforms.assigned_by, userId),
    eq(bookClients.bookkeeper_id, userId),
  )

/** Returns steps that publish a change to both sides and notify the client. @param before the previous due date */
export function notifyPairChange(
  ctx: BookkeeperContext,
  pair: Pair,
  before: string | null,
  text: { title: string; message: string },
): Step[] {
  const { userId } = ctx.actor
  const id = uuidv7()
  const item: WorkformItem = { ...pair, before: before ?? '', notification_id: id }
  const notification = {
    id,
    ...pair,
    ...text,
    created_at: ctx.now.toISOString(),
    sender_type: 'bookkeeper',
    recipient_type: 'client',
  } as const
  return [
    step(ctx.db.insert(bookClientNotifications).values(notification)),
    publishToClient(ctx, pair.client_id, 'assignment.changed', { ...pair }),
    publishToClient(ctx, pair.client_id, 'notification.created', { ...pair, notification_id: id }),
    ...announceEach(
      ctx,
      'assigned',
      sql`SELECT ${bookClients.email} AS address, ${userId} AS sender, ${JSON.stringify(item)} AS item
        FROM ${bookClients} WHERE ${bookClients.id} = ${pair.client_id} AND ${bookClients.bookkeeper_id} = ${userId}`,
    ),
    publishToUser(ctx, userId, 'assignment.changed', { ...pair }),
    publishToUser(ctx, userId, 'submission.changed', { ...pair }),
  ]
}
