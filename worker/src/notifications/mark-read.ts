import type { SignedIn } from '../context.ts'
import { commit, step } from '../db/write.ts'
import { publishToUser } from '../outbox/enqueue.ts'

/** Marks notifications as read and updates the user's other tabs. Ignores ids that do not exist or belong to others. */
export async function markRead(ctx: SignedIn, ids: readonly string[]): Promise<{ ok: true }> {
  const { role, userId, clientId } = ctx.actor
  const list = JSON.stringify(ids)
  const statement =
    role === 'client'
      ? {
          sql: `UPDATE book_client_notifications SET is_read = 1
                WHERE client_id = ? AND recipient_type = 'client' AND id IN (SELECT value FROM json_each(?))`,
          args: [clientId, list],
        }
      : {
          // Only ids of existing notifications, because other rows would never be deleted.
          sql: `INSERT INTO notification_reads (user_id, notification_id, read_at)
                SELECT ?1, j.value, ?2 FROM json_each(?3) j
                WHERE EXISTS (SELECT 1 FROM chat_messages m
                    WHERE m.id = substr(j.value, 9) AND m.heard_by = ?1 AND 'message:' || m.id = j.value)
                  OR EXISTS (SELECT 1 FROM book_client_workforms a
                    WHERE a.id = substr(j.value, 12, 36) AND a.assigned_by = ?1
                      AND 'submission:' || a.id || ':' || a.submitted_at = j.value)
                ON CONFLICT DO NOTHING`,
          args: [userId, ctx.now.toISOString(), list],
        }
  await commit(ctx, [step(statement), publishToUser(ctx, userId, 'notification.read', {})])
  return { ok: true }
}
