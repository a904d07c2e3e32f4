import type { BookkeeperContext } from '../context.ts'
import { type Step, step } from '../db/write.ts'
import { publishToEach } from '../outbox/enqueue.ts'

/** A client who is about to be deleted. */
export interface Forgotten {
  id: string
  email: string
  /** A query for the account to delete with the client; its argument is the client's id. */
  accounts: string
}

/**
 * Returns steps that remove data without a foreign key to the client: queued mail and digests, codes, stored idempotent
 * responses, finished webhooks, and the live events of the account. Run them before the rows of client and account are
 * deleted.
 */
export function forgetSteps(ctx: BookkeeperContext, { id, email, accounts }: Forgotten): Step[] {
  const { userId, firmId } = ctx.actor
  const addresses = {
    sql: `SELECT ? AS email UNION SELECT u.email FROM auth_users u WHERE u.id IN (${accounts})`,
    args: [email, id],
  }
  // Addresses that no other client or account has: all their mail is for this client.
  const unused = {
    sql: `SELECT x.email FROM (${addresses.sql}) x
      WHERE NOT EXISTS (SELECT 1 FROM book_clients c WHERE c.email = x.email AND c.id <> ?)
        AND NOT EXISTS (SELECT 1 FROM auth_users u WHERE u.email = x.email AND u.id NOT IN (${accounts}))
        AND NOT EXISTS (SELECT 1 FROM email_changes e WHERE e.email = x.email AND e.client_id <> ?
          AND e.closed_at IS NULL)
        AND NOT EXISTS (SELECT 1 FROM firms f WHERE f.reply_to_pending = x.email)
        AND x.email <> lower(?)`,
    args: [email, id, id, id, id, ctx.settings.OPERATOR_EMAIL],
  }
  const mail = (to: string): string =>
    `DELETE FROM outbox WHERE kind = 'mail' AND recipient IN (SELECT 'mail:' || e.email FROM (${to}) e)`
  return [
    step({
      sql: `DELETE FROM mail_digests WHERE sender = ? AND address IN (${addresses.sql})`,
      args: [userId, ...addresses.args],
    }),
    step({
      sql: `${mail(addresses.sql)} AND done_at IS NULL AND bookkeeper_id = ? AND payload ->> 'firmId' = ?`,
      args: [...addresses.args, userId, firmId],
    }),
    // Two statements, because each condition has its own index.
    step({ sql: `${mail(unused.sql)} AND done_at IS NULL AND dead_at IS NULL`, args: unused.args }),
    step({ sql: `${mail(unused.sql)} AND dead_at IS NOT NULL`, args: unused.args }),
    step({ sql: `DELETE FROM verification_codes WHERE email IN (${unused.sql})`, args: unused.args }),
    step({
      sql: `DELETE FROM idempotency_keys WHERE id >= ? || ':' AND id < ? || ';' AND instr(answer, ?) > 0`,
      args: [userId, userId, id],
    }),
    step({
      sql: `DELETE FROM idempotency_keys WHERE EXISTS (SELECT 1 FROM (${accounts}) a
              WHERE idempotency_keys.id >= a.id || ':' AND idempotency_keys.id < a.id || ';')`,
      args: [id],
    }),
    step({
      sql: `DELETE FROM webhook_deliveries WHERE bookkeeper_id = ? AND client_id = ? AND state <> 'waiting'`,
      args: [userId, id],
    }),
    // Closes the account's connections and empties its inbox.
    publishToEach(ctx, 'account.deleted', {
      sql: `SELECT a.id AS user_id, '{}' AS ids FROM (${accounts}) a`,
      args: [id],
    }),
  ]
}
