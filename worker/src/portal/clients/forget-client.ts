import {
  and,
  eq,
  exists,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  ne,
  notExists,
  notInArray,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { BookkeeperContext } from '../../context.ts'
import type { Database } from '../../platform/db/client.ts'
import {
  authUsers,
  bookClients,
  emailChanges,
  firms,
  idempotencyKeys,
  DIGEST_KEY,
  dueFailures,
  mailDigests,
  outbox,
  verificationCodes,
  webhookDeliveries,
} from '../../platform/db/schema/index.ts'
import { type Step, step } from '../../platform/db/write.ts'
import { publishToEach } from '../../platform/outbox/enqueue.ts'
import { soleAccount } from './sole-account.ts'

/** Returns a query for the addresses of the client and of the account that is deleted with the client. */
const addressesOf = (db: Database, clientId: string) =>
  db
    .select({ email: bookClients.email })
    .from(bookClients)
    .where(eq(bookClients.id, clientId))
    .union(
      db
        .select({ email: authUsers.email })
        .from(authUsers)
        .where(inArray(authUsers.id, soleAccount(db, clientId))),
    )

/** Returns a query for those addresses that no other client or account has: all their mail is for this client. */
function unusedAddresses({ db, settings }: BookkeeperContext, clientId: string) {
  const address = addressesOf(db, clientId).as('address')
  const clients = and(eq(bookClients.email, address.email), ne(bookClients.id, clientId))
  const accounts = and(eq(authUsers.email, address.email), notInArray(authUsers.id, soleAccount(db, clientId)))
  const changes = and(
    eq(emailChanges.email, address.email),
    ne(emailChanges.client_id, clientId),
    isNull(emailChanges.closed_at),
  )
  return db
    .select({ email: address.email })
    .from(address)
    .where(
      and(
        notExists(db.select({ id: bookClients.id }).from(bookClients).where(clients)),
        notExists(db.select({ id: authUsers.id }).from(authUsers).where(accounts)),
        notExists(db.select({ id: emailChanges.id }).from(emailChanges).where(changes)),
        notExists(db.select({ id: firms.id }).from(firms).where(eq(firms.reply_to_pending, address.email))),
        notInArray(address.email, [settings.OPERATOR_EMAIL, ...settings.OPERATORS]),
      ),
    )
}

/** Returns steps that delete mail in the outbox. */
function mailSteps(ctx: BookkeeperContext, clientId: string): Step[] {
  const { db, actor } = ctx
  const { kind, recipient, payload, bookkeeper_id, done_at, dead_at } = outbox
  const address = addressesOf(db, clientId).as('address')
  const unused = unusedAddresses(ctx, clientId).as('unused')
  const toAny = db.select({ recipient: sql<string>`'mail:' || ${address.email}` }).from(address)
  const toUnused = db.select({ recipient: sql<string>`'mail:' || ${unused.email}` }).from(unused)
  const isOfFirm = sql`${payload} ->> 'firmId' = ${actor.firmId}`
  const remove = (recipients: typeof toAny | typeof toUnused, ...conditions: SQL[]) =>
    step(db.delete(outbox).where(and(eq(kind, 'mail'), inArray(recipient, recipients), ...conditions)))
  return [
    remove(toAny, isNull(done_at), eq(bookkeeper_id, actor.userId), isOfFirm),
    // Two statements, because each condition has its own index.
    remove(toUnused, isNull(done_at), isNull(dead_at)),
    remove(toUnused, isNotNull(dead_at)),
  ]
}

/** Returns a condition: the stored response belongs to the user. */
const isStoredFor = (userId: SQL | string): SQL | undefined =>
  and(gte(idempotencyKeys.id, sql`${userId} || ':'`), lt(idempotencyKeys.id, sql`${userId} || ';'`))

/**
 * Returns steps that remove data without a foreign key to the client: queued mail and digests, codes, stored idempotent
 * responses, finished webhooks, and the live events of the account. Run them before the rows of client and account are
 * deleted.
 */
export function forgetSteps(ctx: BookkeeperContext, clientId: string): Step[] {
  const { db, actor } = ctx
  const account = soleAccount(db, clientId).as('account')
  const isOwn = and(eq(mailDigests.sender, actor.userId), inArray(mailDigests.address, addressesOf(db, clientId)))
  const mentions = sql`instr(${idempotencyKeys.answer}, ${clientId}) > 0`
  const storedForAccount = exists(
    db
      .select({ id: account.id })
      .from(account)
      .where(isStoredFor(sql`${account.id}`)),
  )
  const isFinished = and(
    eq(webhookDeliveries.bookkeeper_id, actor.userId),
    eq(webhookDeliveries.client_id, clientId),
    ne(webhookDeliveries.state, 'waiting'),
  )
  const ownDigests = db.select({ key: DIGEST_KEY }).from(mailDigests).where(isOwn)
  return [
    step(db.delete(dueFailures).where(or(eq(dueFailures.row_key, clientId), inArray(dueFailures.row_key, ownDigests)))),
    step(db.delete(mailDigests).where(isOwn)),
    ...mailSteps(ctx, clientId),
    step(db.delete(verificationCodes).where(inArray(verificationCodes.email, unusedAddresses(ctx, clientId)))),
    step(db.delete(idempotencyKeys).where(and(isStoredFor(actor.userId), mentions))),
    step(db.delete(idempotencyKeys).where(storedForAccount)),
    step(db.delete(webhookDeliveries).where(isFinished)),
    // Closes the account's connections and empties its inbox.
    publishToEach(
      ctx,
      'account.deleted',
      db.select({ user_id: sql`${account.id}`.as('user_id'), ids: sql`'{}'`.as('ids') }).from(account),
    ),
  ]
}
