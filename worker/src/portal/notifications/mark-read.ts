import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { SignedIn } from '../../context.ts'
import {
  bookClientNotifications,
  bookClientWorkforms,
  chatMessages,
  commitments,
  followUps,
  notificationReads,
  sectionReviews,
} from '../../platform/db/schema/index.ts'
import { commit, type Step, step } from '../../platform/db/write.ts'
import { publishToUser } from '../../platform/outbox/enqueue.ts'
import { commitmentNotification } from './commitments.ts'
import { messageNotification, submissionNotification } from './derive-notifications.ts'
import { escalationNotification, isReceivedEscalation } from './escalations.ts'
import { isReceivedRequest, recallNotification } from './recall-requests.ts'

const markStored = ({ db, actor }: SignedIn, ids: readonly string[]): Step[] => [
  step(
    db
      .update(bookClientNotifications)
      .set({ is_read: true })
      .where(
        and(
          eq(bookClientNotifications.client_id, actor.clientId ?? ''),
          eq(bookClientNotifications.recipient_type, 'client'),
          inArray(bookClientNotifications.id, ids),
        ),
      ),
  ),
]

/** Only ids of existing notifications are stored, because marks of others would never be deleted. */
function markDerived(ctx: SignedIn, ids: readonly string[]): Step[] {
  const { db, actor, now } = ctx
  const { userId } = actor
  const idsOf = (kind: string) => ids.flatMap((id) => (id.startsWith(`${kind}:`) ? (id.split(':')[1] ?? []) : []))
  const mark = (notification: SQL<string>) => ({
    user_id: sql<string>`${userId}`.as('user_id'),
    notification_id: notification.as('notification_id'),
    read_at: sql<string>`${now.toISOString()}`.as('read_at'),
  })
  const submission = submissionNotification(bookClientWorkforms)
  const promise = commitmentNotification(commitments)
  const request = recallNotification(sectionReviews)
  const marks = [
    db
      .select(mark(messageNotification(chatMessages)))
      .from(chatMessages)
      .where(and(eq(chatMessages.heard_by, userId), inArray(chatMessages.id, idsOf('message')))),
    db
      .select(mark(submission))
      .from(bookClientWorkforms)
      .where(
        and(
          eq(bookClientWorkforms.assigned_by, userId),
          inArray(bookClientWorkforms.id, idsOf('submission')),
          inArray(submission, ids),
        ),
      ),
    db
      .select(mark(escalationNotification(followUps)))
      .from(followUps)
      .where(and(isReceivedEscalation(ctx), inArray(followUps.id, idsOf('follow_up')))),
    db
      .select(mark(promise))
      .from(commitments)
      .where(
        and(eq(commitments.bookkeeper_id, userId), inArray(commitments.id, idsOf('promise')), inArray(promise, ids)),
      ),
    db
      .select(mark(request))
      .from(sectionReviews)
      .where(
        and(isReceivedRequest(ctx), inArray(sectionReviews.assignment_id, idsOf('recall')), inArray(request, ids)),
      ),
  ]
  return marks.map((read) => step(db.insert(notificationReads).select(read).onConflictDoNothing()))
}

/** Marks notifications as read and updates the user's other tabs. Ignores ids that do not exist or belong to others. */
export async function markRead(ctx: SignedIn, ids: readonly string[]): Promise<void> {
  await commit(ctx, [
    ...(ctx.actor.role === 'client' ? markStored(ctx, ids) : markDerived(ctx, ids)),
    publishToUser(ctx, ctx.actor.userId, 'notification.read', {}),
  ])
}
