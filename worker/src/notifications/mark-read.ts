import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { SignedIn } from '../context.ts'
import { bookClientNotifications, bookClientWorkforms, chatMessages, notificationReads } from '../db/schema/index.ts'
import { commit, type Step, step } from '../db/write.ts'
import { publishToUser } from '../outbox/enqueue.ts'
import { messageNotification, submissionNotification } from './derive-notifications.ts'

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
function markDerived({ db, actor: { userId }, now }: SignedIn, ids: readonly string[]): Step[] {
  const idsOf = (kind: string) => ids.flatMap((id) => (id.startsWith(`${kind}:`) ? (id.split(':')[1] ?? []) : []))
  const mark = (notification: SQL<string>) => ({
    user_id: sql<string>`${userId}`.as('user_id'),
    notification_id: notification.as('notification_id'),
    read_at: sql<string>`${now.toISOString()}`.as('read_at'),
  })
  const submission = submissionNotification(bookClientWorkforms)
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
  ]
  return marks.map((read) => step(db.insert(notificationReads).select(read).onConflictDoNothing()))
}

/** Marks notifications as read and updates the user's other tabs. Ignores ids that do not exist or belong to others. */
export async function markRead(ctx: SignedIn, ids: readonly string[]): Promise<{ ok: true }> {
  await commit(ctx, [
    ...(ctx.actor.role === 'client' ? markStored(ctx, ids) : markDerived(ctx, ids)),
    publishToUser(ctx, ctx.actor.userId, 'notification.read', {}),
  ])
  return { ok: true }
}
