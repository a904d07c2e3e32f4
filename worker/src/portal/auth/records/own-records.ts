import { and, eq, exists } from 'drizzle-orm'
import type { AccountContext } from '../../../context.ts'
import { authUsers, bookClientAuth, bookClients, profiles, sessions } from '../../../platform/db/schema/index.ts'
import { check, commit, type Step, step } from '../../../platform/db/write.ts'
import { found } from '../../../errors.ts'
import {
  type Account,
  accountByEmail,
  auditClientAccount,
  type ClientRecord,
  isUndecided,
  linkedRecords,
  offeredRecords,
  recordsByEmail,
  userAs,
} from '../accounts.ts'
import { isOwnSession } from '../../../platform/access/require-session.ts'
import { issueSession, type SessionAtFirm } from '../sessions/session.ts'

/** Selects the email address of the signed-in client. */
export const ownEmail = ({ db, actor }: AccountContext) =>
  db.select({ email: authUsers.email }).from(authUsers).where(eq(authUsers.id, actor.userId))

/** Returns the account of the signed-in client with its linked records and offers. */
export async function ownRecordsOf(ctx: AccountContext) {
  const [[account], records] = await ctx.db.batch([
    accountByEmail(ctx.db, ownEmail(ctx)),
    recordsByEmail(ctx.db, ownEmail(ctx)),
  ])
  const owner = found(account)
  return { account: owner, linked: linkedRecords(owner, records), offered: offeredRecords(owner.email, records) }
}

/**
 * Returns the signed-in client's account and an open offer.
 * @throws AppError `not_found` when there is no such offer
 */
export async function ownOffer(
  ctx: AccountContext,
  clientId: string,
): Promise<{ account: Account; record: ClientRecord }> {
  const { account, offered } = await ownRecordsOf(ctx)
  return { account, record: found(offered.find((r) => r.id === clientId)) }
}

/** Returns a step that fails the batch with `not_found` when the offer was accepted or declined in the meantime. */
export function requireOffer({ db }: AccountContext, account: Account, record: ClientRecord): Step {
  const offer = db
    .select({ id: bookClients.id })
    .from(bookClients)
    .leftJoin(bookClientAuth, eq(bookClientAuth.client_id, bookClients.id))
    .where(and(eq(bookClients.id, record.id), eq(bookClients.email, account.email), isUndecided))
  return check('not_found', exists(offer))
}

/** Commits the steps and switches the session to a record. The next sign-in uses the same record. */
export async function switchSession(
  ctx: AccountContext,
  account: Account,
  record: ClientRecord,
  steps: readonly Step[],
): Promise<SessionAtFirm> {
  const { userId, sessionId } = ctx.actor
  await commit(ctx, [
    ...steps,
    step(ctx.db.update(sessions).set({ client_id: record.id }).where(isOwnSession(ctx)), 'unauthenticated'),
    step(ctx.db.update(profiles).set({ chosen_client_id: record.id }).where(eq(profiles.id, userId))),
    auditClientAccount(userId, record, 'account.record_chosen', { session_id: sessionId }),
  ])
  return { session: await issueSession(ctx, userAs(account, record), sessionId), firmId: record.firmId }
}
