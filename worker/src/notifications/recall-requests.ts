import type { Notification } from '@portal/contract/notifications'
import { and, count, desc, eq, exists, isNotNull, not, type SQLWrapper, sql } from 'drizzle-orm'
import type { SignedIn } from '../context.ts'
import { isShown } from '../db/archived.ts'
import type { PageKey } from '../db/cursor.ts'
import { bookClients, bookClientWorkforms, bookWorkforms, sectionReviews } from '../db/schema/index.ts'
import { COUNTED, countWhere, isAfter, isMarked, rowsToRead, type Selection } from './selection.ts'

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
const latestRequests = (ctx: SignedIn, limit: number, after?: PageKey) =>
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

/** Selects the requests to list, newest first. */
export function recallRequests(ctx: SignedIn, selection: Selection) {
  const latest = latestRequests(ctx, rowsToRead(selection), selection.after)
  const isRead = isMarked(ctx, recallNotification(latest))
  return ctx.db
    .select({
      id: recallNotification(latest),
      created_at: sql<string>`${latest.recall_requested_at}`,
      section_name: bookClientWorkforms.section_name,
      assignment_id: latest.assignment_id,
      workform_id: bookClientWorkforms.workform_id,
      workform_name: bookWorkforms.name,
      client_id: bookClients.id,
      client_name: bookClients.name,
      is_read: isRead.mapWith(Boolean),
    })
    .from(latest)
    .innerJoin(bookClientWorkforms, eq(bookClientWorkforms.id, latest.assignment_id))
    .innerJoin(bookWorkforms, eq(bookWorkforms.id, bookClientWorkforms.workform_id))
    .innerJoin(bookClients, eq(bookClients.id, bookClientWorkforms.client_id))
    .where(selection.unreadOnly ? not(isRead) : undefined)
    .orderBy(desc(latest.recall_requested_at), desc(latest.assignment_id))
    .limit(selection.limit)
}

/** Counts the latest requests, and the unread ones among them. */
export function countRecallRequests(ctx: SignedIn) {
  const latest = latestRequests(ctx, COUNTED)
  const isRead = isMarked(ctx, recallNotification(latest))
  return ctx.db.select({ total: count(), unread: countWhere(not(isRead)) }).from(latest)
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
