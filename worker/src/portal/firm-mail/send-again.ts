import { and, eq, exists, inArray, isNotNull, isNull, notExists, or, type SQL, sql } from 'drizzle-orm'
import { audit } from '../../platform/audit/append.ts'
import type { BookkeeperContext } from '../../context.ts'
import { bookClients, mailProblems, outbox } from '../../platform/db/schema/index.ts'
import { check, commit, type Step, step } from '../../platform/db/write.ts'
import { publishToUser } from '../../platform/outbox/enqueue.ts'

/** The address that a mail of the outbox is for. */
const address = sql`lower(substr(${outbox.recipient}, 6))`

/** Returns the condition for the bookkeeper's own mail that was not delivered. */
const isUndelivered = ({ actor }: BookkeeperContext): SQL | undefined =>
  and(eq(outbox.bookkeeper_id, actor.userId), isNull(outbox.done_at), eq(outbox.kind, 'mail'))

/**
 * Returns a step that deletes the problem of an address, given as a query, if the bookkeeper may clear it: bounces, and
 * complaints about their own firm's mail.
 */
function clearProblem({ db, actor }: BookkeeperContext, email: SQL): Step {
  const isClearable = or(eq(mailProblems.kind, 'bounced'), eq(mailProblems.firm_id, actor.firmId))
  return step(db.delete(mailProblems).where(and(isClearable, eq(mailProblems.email, email))))
}

/** Returns a step that makes matching undelivered mail due now, as if it had not been tried. */
function retryNow(ctx: BookkeeperContext, which: SQL | undefined): Step {
  const retry = ctx.db
    .update(outbox)
    .set({ dead_at: null, tries: 0, last_error: null, next_at: ctx.now.toISOString() })
    .where(and(isUndelivered(ctx), which))
    .returning({ id: outbox.id })
  return { ...step(retry), lane: 'mail' }
}

/**
 * Sends a mail again immediately, even to an address with a known problem.
 * @throws AppError `not_found`
 */
export async function sendAgain(ctx: BookkeeperContext, id: string): Promise<void> {
  const recipient = ctx.db
    .select({ address })
    .from(outbox)
    .where(and(isUndelivered(ctx), eq(outbox.id, id)))
  await commit(ctx, [
    check('not_found', exists(recipient)),
    clearProblem(ctx, sql`${recipient}`),
    retryNow(ctx, eq(outbox.id, id)),
    audit(ctx, { action: 'mail.sent_again', subjectType: 'mail', subjectId: id }),
  ])
}

/** Sends all failed mail again, except to addresses with a known problem. */
export async function sendAllAgain(ctx: BookkeeperContext): Promise<{ count: number }> {
  const problem = ctx.db
    .select({ email: mailProblems.email })
    .from(mailProblems)
    .where(and(eq(mailProblems.email, address), inArray(mailProblems.firm_id, ['', ctx.actor.firmId])))
  const [rows = []] = await commit(ctx, [
    retryNow(ctx, and(isNotNull(outbox.dead_at), notExists(problem))),
    audit(ctx, { action: 'mail.sent_again', subjectType: 'mail', subjectId: ctx.actor.userId, detail: { all: true } }),
  ])
  return { count: rows.length }
}

/**
 * Clears the problem of a client's address and sends the mail that was held back.
 * @throws AppError `not_found`
 */
export async function tryAddressAgain(ctx: BookkeeperContext, clientId: string): Promise<void> {
  const { userId } = ctx.actor
  const email = ctx.db
    .select({ email: bookClients.email })
    .from(bookClients)
    .where(and(eq(bookClients.id, clientId), eq(bookClients.bookkeeper_id, userId)))
  await commit(ctx, [
    check('not_found', exists(email)),
    clearProblem(ctx, sql`${email}`),
    retryNow(ctx, and(isNotNull(outbox.dead_at), eq(outbox.recipient, sql`'mail:' || ${email}`))),
    publishToUser(ctx, userId, 'client.changed', { client_id: clientId }),
    audit(ctx, { action: 'mail.address_retried', subjectType: 'mail', subjectId: clientId, clientId }),
  ])
}
