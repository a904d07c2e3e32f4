import { audit } from '../audit/append.ts'
import type { BookkeeperContext } from '../context.ts'
import { commit, require, type Step, step } from '../db/write.ts'
import type { SqlValue } from '../db/statement.ts'
import { publishToUser } from '../outbox/enqueue.ts'

/**
 * SQL condition for problems that the bookkeeper may clear: bounces, and complaints about their own firm's mail.
 * Argument: the firm.
 */
const CLEARABLE = "(kind = 'bounced' OR firm_id = ?)"

const OWN = `bookkeeper_id = ? AND done_at IS NULL AND kind = 'mail'`

/** Returns a step that makes matching undelivered mail due now, as if it had not been tried. */
function retryNow(ctx: BookkeeperContext, where: string, args: readonly SqlValue[]): Step {
  return {
    ...step({
      sql: `UPDATE outbox SET dead_at = NULL, tries = 0, last_error = NULL, next_at = ? WHERE ${OWN} AND ${where}
        RETURNING id`,
      args: [ctx.now.toISOString(), ctx.actor.userId, ...args],
    }),
    lane: 'mail',
  }
}

/**
 * Sends a mail again immediately, even to an address with a known problem.
 * @throws AppError `not_found`
 */
export async function sendAgain(ctx: BookkeeperContext, id: string): Promise<void> {
  await commit(ctx, [
    require('not_found', `EXISTS (SELECT 1 FROM outbox WHERE ${OWN} AND id = ?)`, [ctx.actor.userId, id]),
    step({
      sql: `DELETE FROM mail_problems WHERE ${CLEARABLE} AND email = (SELECT lower(substr(recipient, 6)) FROM outbox
        WHERE ${OWN} AND id = ?)`,
      args: [ctx.actor.firmId, ctx.actor.userId, id],
    }),
    retryNow(ctx, 'id = ?', [id]),
    audit(ctx, { action: 'mail.sent_again', subjectType: 'mail', subjectId: id }),
  ])
}

/** Sends all failed mail again, except to addresses with a known problem. */
export async function sendAllAgain(ctx: BookkeeperContext): Promise<{ count: number }> {
  const reachable = `dead_at IS NOT NULL AND NOT EXISTS (SELECT 1 FROM mail_problems m
    WHERE m.email = lower(substr(outbox.recipient, 6)) AND m.firm_id IN ('', ?))`
  const [rows = []] = await commit(ctx, [
    retryNow(ctx, reachable, [ctx.actor.firmId]),
    audit(ctx, { action: 'mail.sent_again', subjectType: 'mail', subjectId: ctx.actor.userId, detail: { all: true } }),
  ])
  return { count: rows.length }
}

/**
 * Clears the problem of a client's address and sends the mail that was held back.
 * @throws AppError `not_found`
 */
export async function tryAddressAgain(ctx: BookkeeperContext, clientId: string): Promise<void> {
  const own = '(SELECT email FROM book_clients WHERE id = ? AND bookkeeper_id = ?)'
  const args = [clientId, ctx.actor.userId]
  await commit(ctx, [
    require('not_found', `EXISTS ${own}`, args),
    step({ sql: `DELETE FROM mail_problems WHERE ${CLEARABLE} AND email = ${own}`, args: [ctx.actor.firmId, ...args] }),
    retryNow(ctx, `dead_at IS NOT NULL AND recipient = 'mail:' || ${own}`, args),
    publishToUser(ctx, ctx.actor.userId, 'client.changed', { client_id: clientId }),
    audit(ctx, { action: 'mail.address_retried', subjectType: 'mail', subjectId: clientId, clientId }),
  ])
}
