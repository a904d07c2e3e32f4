import { audit } from '../audit/append.ts'
import type { BookkeeperContext } from '../context.ts'
import { commit, require, type Step, step } from '../db/write.ts'
import type { SqlValue } from '../db/writer/hrana.ts'
import { publishToUser } from '../outbox/enqueue.ts'

/** Problems that the bookkeeper may lift: an address that bounced, and complaints about their own firm's mail. Its argument: the firm. */
const LIFTABLE = "(kind = 'bounced' OR firm_id = ?)"

const OWN = `bookkeeper_id = ? AND done_at IS NULL AND kind = 'mail'`

/** Open rows that match become due at once, as if they had never been tried. */
function dueNow(ctx: BookkeeperContext, where: string, args: readonly SqlValue[]): Step {
  return {
    ...step({
      sql: `UPDATE outbox SET dead_at = NULL, tries = 0, last_error = NULL, next_at = ? WHERE ${OWN} AND ${where} RETURNING id`,
      args: [ctx.now.toISOString(), ctx.actor.userId, ...args],
    }),
    lane: 'mail',
  }
}

/**
 * Tries a mail again at once, also where its address was known not to take mail.
 * @throws AppError `not_found`
 */
export async function sendAgain(ctx: BookkeeperContext, id: string): Promise<void> {
  await commit(ctx, [
    require('not_found', `EXISTS (SELECT 1 FROM outbox WHERE ${OWN} AND id = ?)`, [ctx.actor.userId, id]),
    step({
      sql: `DELETE FROM mail_problems WHERE ${LIFTABLE} AND email = (SELECT lower(substr(recipient, 6)) FROM outbox WHERE ${OWN} AND id = ?)`,
      args: [ctx.actor.firmId, ctx.actor.userId, id],
    }),
    dueNow(ctx, 'id = ?', [id]),
    audit(ctx, { action: 'mail.sent_again', subjectType: 'mail', subjectId: id }),
  ])
}

/** Tries all mails again that were set aside, save those to addresses that are known not to take mail. */
export async function sendAllAgain(ctx: BookkeeperContext): Promise<{ count: number }> {
  const reachable = `dead_at IS NOT NULL AND NOT EXISTS (SELECT 1 FROM mail_problems m
    WHERE m.email = lower(substr(outbox.recipient, 6)) AND m.firm_id IN ('', ?))`
  const [rows = []] = await commit(ctx, [
    dueNow(ctx, reachable, [ctx.actor.firmId]),
    audit(ctx, { action: 'mail.sent_again', subjectType: 'mail', subjectId: ctx.actor.userId, detail: { all: true } }),
  ])
  return { count: rows.length }
}

/**
 * Takes an address of a client for good again, and sends what was held back.
 * @throws AppError `not_found`
 */
export async function tryAddressAgain(ctx: BookkeeperContext, clientId: string): Promise<void> {
  const own = '(SELECT email FROM book_clients WHERE id = ? AND bookkeeper_id = ?)'
  const args = [clientId, ctx.actor.userId]
  await commit(ctx, [
    require('not_found', `EXISTS ${own}`, args),
    step({ sql: `DELETE FROM mail_problems WHERE ${LIFTABLE} AND email = ${own}`, args: [ctx.actor.firmId, ...args] }),
    dueNow(ctx, `dead_at IS NOT NULL AND recipient = 'mail:' || ${own}`, args),
    publishToUser(ctx, ctx.actor.userId, 'client.changed', { client_id: clientId }),
    audit(ctx, { action: 'mail.address_retried', subjectType: 'mail', subjectId: clientId, clientId }),
  ])
}
