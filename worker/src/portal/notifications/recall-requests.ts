import type { Notification } from '@portal/contract/notifications'
import { and, desc, eq, exists, isNotNull, type SQLWrapper, sql } from 'drizzle-orm'
import type { SignedIn } from '../../context.ts'
import { isShown } from '../../platform/db/archived.ts'
import { bookClients, bookClientWorkforms, bookWorkforms, sectionReviews } from '../../platform/db/schema/index.ts'
import { COUNTED, countColumns, isAfter, isListed, isMarked, rowsToRead, type Selection } from './selection.ts'

/** Returns the id of a request's notification. It contains the time, so that a repeated request has another. */
export const recallNotification = (review: Record<'assignment_id' | 'recall_requested_at', SQLWrapper>) =>
  sql<string>`'recall:' || ${review.assignment_id} || ':' || ${review.recall_requested_at}`

/** Returns a condition for the requests to change submissions that the bookkeeper has not answered. */
export const isReceivedRequest = ({ db, actor }: SignedIn) => {
  const { id, hidden_by } = bookClientWorkforms
  const shown = and(eq(id, sectionReviews.assignment_id), isShown(hidden_by))
  return and(
    eq(sectionReviews.recall_requested_from, actor.userId),
    isNotNull(sectionReviews.recall_requested_at),
    exists(db.select({ id }).from(bookClientWorkforms).where(shown)),
  )
}

/** Selects the latest requests to a bookkeeper. */
const latestRequests = (ctx: SignedIn, { limit, after }: Pick<Selection, 'limit' | 'after'>) =>
  ctx.db
    .select()
    .from(sectionReviews)
    .where(
      and(
        isReceivedRequest(ctx),
        isAfter(sectionReviews.recall_requested_at, recallNotification(sectionReviews), after),
      ),
    )
    .orderBy(desc(sectionReviews.recall_requested_at), desc(sectionReviews.assignment_id))
    .limit(limit)
    .as('latest')

/** Describes the notifications of requests. */
function requested(ctx: SignedIn, latest: ReturnType<typeof latestRequests>) {
  const id = recallNotification(latest)
  return { id, at: latest.recall_requested_at, isRead: isMarked(ctx, id) }
}

/** Selects the requests to list, newest first. */
export function recallRequests(ctx: SignedIn, selection: Selection) {
  const latest = latestRequests(ctx, rowsToRead(selection))
  const notification = requested(ctx, latest)
  return ctx.db
    .select({
      id: notification.id,
      created_at: sql<string>`${latest.recall_requested_at}`,
      section_name: bookClientWorkforms.section_name,
      assignment_id: latest.assignment_id,
      workform_id: bookClientWorkforms.workform_id,
      workform_name: bookWorkforms.name,
      client_id: bookClients.id,
      client_name: bookClients.name,
      is_read: notification.isRead.mapWith(Boolean),
    })
    .from(latest)
    .innerJoin(bookClientWorkforms, eq(bookClientWorkforms.id, latest.assignment_id))
    .innerJoin(bookWorkforms, eq(bookWorkforms.id, bookClientWorkforms.workform_id))
    .innerJoin(bookClients, eq(bookClients.id, bookClientWorkforms.client_id))
    .where(isListed(notification, selection))
    .orderBy(desc(latest.recall_requested_at), desc(latest.assignment_id))
    .limit(selection.limit)
}

/** Counts the latest requests, and the unread ones among them. */
export function countRecallRequests(ctx: SignedIn) {
  const latest = latestRequests(ctx, { limit: COUNTED })
  return ctx.db.select(countColumns(requested(ctx, latest))).from(latest)
}

/** Returns the notification of a request. */
export const fromRecallRequest = ({
  workform_name,
  ...row
}: Awaited<ReturnType<typeof recallRequests>>[number]): Notification => ({
  ...row,
  type: 'submission',
  title: 'Change requested',
  message: `${row.client_name} asks to change "${row.section_name}" of "${workform_name}".`,
})
