import type { Notification } from '@portal/contract/notifications'
import { and, desc, eq, exists, type SQLWrapper, sql } from 'drizzle-orm'
import type { SignedIn } from '../../context.ts'
import { bookClients, FOR_BELL, followUps } from '../../platform/db/schema/index.ts'
import { COUNTED, countColumns, isAfter, isListed, isMarked, rowsToRead, type Selection } from './selection.ts'

/** Returns the id of an escalation's notification. */
export const escalationNotification = (followUp: Record<'id', SQLWrapper>) =>
  sql<string>`'follow_up:' || ${followUp.id}`

/** Returns a condition for the escalations and questions about clients who are not archived. */
export const isReceivedEscalation = ({ db, actor }: SignedIn) => {
  const { id, is_archived } = bookClients
  const shown = and(eq(id, followUps.client_id), eq(is_archived, false))
  return and(
    eq(followUps.bookkeeper_id, actor.userId),
    FOR_BELL,
    exists(db.select({ id }).from(bookClients).where(shown)),
  )
}

/** Selects the latest escalations to a bookkeeper. */
const latestEscalations = (ctx: SignedIn, { limit, after }: Pick<Selection, 'limit' | 'after'>) =>
  ctx.db
    .select()
    .from(followUps)
    .where(and(isReceivedEscalation(ctx), isAfter(followUps.at, escalationNotification(followUps), after)))
    .orderBy(desc(followUps.at), desc(followUps.id))
    .limit(limit)
    .as('latest')

/** Describes the notifications of escalations. */
function escalated(ctx: SignedIn, latest: ReturnType<typeof latestEscalations>) {
  const id = escalationNotification(latest)
  return { id, at: latest.at, isRead: isMarked(ctx, id) }
}

/** Selects the escalations to list, newest first. */
export function escalations(ctx: SignedIn, selection: Selection) {
  const latest = latestEscalations(ctx, rowsToRead(selection))
  const notification = escalated(ctx, latest)
  return ctx.db
    .select({
      id: notification.id,
      created_at: latest.at,
      message: latest.subject,
      client_id: bookClients.id,
      client_name: bookClients.name,
      is_read: notification.isRead.mapWith(Boolean),
    })
    .from(latest)
    .innerJoin(bookClients, eq(bookClients.id, latest.client_id))
    .where(isListed(notification, selection))
    .orderBy(desc(latest.at), desc(latest.id))
    .limit(selection.limit)
}

/** Counts the latest escalations, and the unread ones among them. */
export function countEscalations(ctx: SignedIn) {
  const latest = latestEscalations(ctx, { limit: COUNTED })
  return ctx.db.select(countColumns(escalated(ctx, latest))).from(latest)
}

export const fromEscalation = (row: Awaited<ReturnType<typeof escalations>>[number]): Notification => ({
  ...row,
  type: 'message',
  is_escalation: true,
  title: 'Needs your attention',
  workform_id: null,
  section_name: null,
  assignment_id: null,
})
