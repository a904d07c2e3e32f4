import { and, eq } from 'drizzle-orm'
import type { BookkeeperContext } from '../context.ts'
import { bookClientNotifications, bookClients, bookClientWorkforms } from '../db/schema/index.ts'
import { type Step, step } from '../db/write.ts'
import { uuidv7 } from '../ids.ts'
import { collectEach, type WorkformItem } from '../notifications/digests/collect.ts'
import { publishToClient, publishToUser } from '../outbox/enqueue.ts'

/** A workform that a client has. */
export interface Pair {
  client_id: string
  workform_id: string
}

/** Rows of book_client_workforms, joined with book_clients, of a pair that is the bookkeeper's own. */
export const ownPair = ({ actor: { userId } }: BookkeeperContext, { client_id, workform_id }: Pair) =>
  and(
    eq(bookClientWorkforms.client_id, client_id),
    eq(bookClientWorkforms.workform_id, workform_id),
    eq(bookClientWorkforms.assigned_by, userId),
    eq(bookClients.bookkeeper_id, userId),
  )

/** Tells both sides that something about a pair has changed; the client, who knew it as due on `before`, is notified in these words. */
export function pairChanged(
  ctx: BookkeeperContext,
  pair: Pair,
  before: string | null,
  words: { title: string; message: string },
): Step[] {
  const { userId } = ctx.actor
  const item: WorkformItem = { ...pair, before: before ?? '', origin: ctx.origin }
  const id = uuidv7()
  const notification = {
    id,
    ...pair,
    ...words,
    created_at: ctx.now.toISOString(),
    sender_type: 'bookkeeper',
    recipient_type: 'client',
  } as const
  return [
    step(ctx.db.insert(bookClientNotifications).values(notification)),
    publishToClient(ctx, pair.client_id, 'assignment.changed', { ...pair }),
    publishToClient(ctx, pair.client_id, 'notification.created', { ...pair, notification_id: id }),
    collectEach(ctx, 'assigned', {
      sql: 'SELECT email AS address, bookkeeper_id AS sender, ? AS item FROM book_clients WHERE id = ? AND bookkeeper_id = ?',
      args: [JSON.stringify(item), pair.client_id, userId],
    }),
    publishToUser(ctx, userId, 'assignment.changed', { ...pair }),
    publishToUser(ctx, userId, 'submission.changed', { ...pair }),
  ]
}
