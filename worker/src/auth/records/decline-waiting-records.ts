import type { Context } from '../../context.ts'
import { type Step, step } from '../../db/write.ts'
import { publishToEach } from '../../outbox/enqueue.ts'

/**
 * Returns steps that decline all waiting client records of an address. Used when a bookkeeper confirms the address,
 * because a bookkeeper cannot be a client.
 */
export function declineWaitingRecords(ctx: Pick<Context, 'now'>, email: string): Step[] {
  const at = ctx.now.toISOString()
  const waiting = `SELECT c.id FROM book_clients c JOIN book_client_auth a ON a.client_id = c.id
    WHERE c.email = ? AND a.auth_user_id IS NULL AND a.declined_at IS NULL`
  return [
    publishToEach(ctx, 'client.changed', {
      sql: `SELECT bookkeeper_id AS user_id, json_object('client_id', id) AS ids FROM book_clients
        WHERE id IN (${waiting})`,
      args: [email],
    }),
    step({
      sql: `UPDATE book_invitations SET expires_at = ? WHERE client_id IN (${waiting}) AND expires_at > ?`,
      args: [at, email, at],
    }),
    step({
      sql: `UPDATE book_client_auth SET declined_at = ?, updated_at = ? WHERE client_id IN (${waiting})`,
      args: [at, at, email],
    }),
  ]
}
