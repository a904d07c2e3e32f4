import type { Session } from '@portal/contract/auth'
import type { ConfirmEmailChange } from '@portal/contract/sessions'
import { and, eq, isNull, notExists, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { z } from 'zod'
import { clientInfo } from '../../../platform/storage/client-documents.ts'
import type { ClientContext } from '../../../context.ts'
import {
  authUsers,
  bookClientAuth,
  bookClients,
  bookFormSubmissions,
  mailDigests,
  profiles,
} from '../../../platform/db/schema/index.ts'
import { commit, type Step, step } from '../../../platform/db/write.ts'
import { AppError, found } from '../../../errors.ts'
import { putDocuments, sendMail, publishToUser } from '../../../platform/outbox/enqueue.ts'
import { voidCodesAndLinks } from '../passwords/void-codes-and-links.ts'
import { mailDecision } from './decision-mails.ts'
import { emailChangedMail } from './email-change-mails.ts'
import { closeChange, openChangesOf } from './email-changes.ts'
import { ownEmail } from './own-records.ts'
import { reauthenticateFully } from '../factors/reauthenticate.ts'
import {
  accountByEmail,
  auditClientAccount,
  type ClientRecord,
  linkedRecords,
  recordsByEmail,
  requireNoBookkeeper,
  userAs,
} from '../accounts.ts'
import { tokenHash } from '../../../platform/crypto/secrets.ts'
import { issueSession } from '../sessions/session.ts'

interface AddressChange {
  from: string
  to: string
}

/** Returns steps that change the address of the account. An unconfirmed sign-up with the new address is deleted. */
function accountSteps(ctx: ClientContext, { from, to }: AddressChange): Step[] {
  const { userId } = ctx.actor
  const at = ctx.now.toISOString()
  return [
    requireNoBookkeeper(ctx, to),
    step(ctx.db.delete(authUsers).where(and(eq(authUsers.email, to), isNull(authUsers.email_confirmed_at)))),
    step(
      ctx.db
        .update(authUsers)
        .set({ email: to, updated_at: at })
        .where(and(eq(authUsers.id, userId), eq(authUsers.email, from))),
      'stale',
    ),
    step(ctx.db.update(profiles).set({ email: to, updated_at: at }).where(eq(profiles.id, userId))),
    // News that wait for their mail, unless some of their kind already wait for the new address.
    step(sql`UPDATE OR IGNORE ${mailDigests} SET address = ${to} WHERE address = ${from}`),
    ...voidCodesAndLinks(ctx, from, userId),
    ...voidCodesAndLinks(ctx, to, userId),
  ]
}

/** Returns steps that change the address of one client record. */
function recordSteps(ctx: ClientContext, record: ClientRecord, { from, to }: AddressChange): Step[] {
  const { userId } = ctx.actor
  const at = ctx.now.toISOString()
  const other = alias(bookClients, 'other')
  const sameAddress = ctx.db
    .select({ id: other.id })
    .from(other)
    .where(and(eq(other.bookkeeper_id, record.bookkeeperId), eq(other.email, to)))
  const stored = ctx.db.select({ email: bookClients.email }).from(bookClients).where(eq(bookClients.id, record.id))
  return [
    // If another record of the bookkeeper has the new address, this record keeps the old one.
    step(
      ctx.db
        .update(bookClients)
        .set({ email: to, updated_at: at })
        .where(and(eq(bookClients.id, record.id), notExists(sameAddress))),
    ),
    step(
      ctx.db.update(bookClientAuth).set({ email: to, updated_at: at }).where(eq(bookClientAuth.client_id, record.id)),
    ),
    step(
      ctx.db
        .update(bookFormSubmissions)
        .set({ client_email: sql`${stored}` })
        .where(eq(bookFormSubmissions.client_id, record.id)),
    ),
    putDocuments(ctx, [clientInfo({ actor: { userId: record.bookkeeperId } }, { ...record, email: to })]),
    publishToUser(ctx, record.bookkeeperId, 'client.changed', { client_id: record.id }),
    auditClientAccount(userId, record, 'account.email_changed', { from, to }),
    mailDecision(ctx, record, 'address_confirmed'),
  ]
}

/**
 * Changes the sign-in address of a client, and the address of the record of the requesting bookkeeper and of all
 * records with the old address. Requires the token mailed to the new address, the password or a code mailed to the old
 * address, and the second factor if it is on.
 * @throws AppError `not_found` (no open request), `invalid_link`, `account_exists`, `email_used_by_bookkeeper`, and
 *   the errors of `reauthenticateFully`
 */
export async function confirmEmailChange(
  ctx: ClientContext,
  id: string,
  { token, ...proof }: z.output<typeof ConfirmEmailChange>,
): Promise<Session> {
  const { userId, clientId, sessionId } = ctx.actor
  const [[account], records, changes] = await ctx.db.batch([
    accountByEmail(ctx.db, ownEmail(ctx)),
    recordsByEmail(ctx.db, ownEmail(ctx)),
    openChangesOf(ctx.db, userId, ctx.now.toISOString()),
  ])
  const change = found(changes.find((c) => c.id === id))
  if (change.tokenHash !== tokenHash(token)) throw new AppError('invalid_link')
  const owner = found(account)
  const own = linkedRecords(owner, records)
  const record = found(own.find((r) => r.id === clientId))
  const addresses = { from: owner.email, to: change.to }
  const changed = own.filter((r) => r.id === change.clientId || r.email === addresses.from)
  const proven = await reauthenticateFully(ctx, proof)
  await commit(
    ctx,
    [
      ...proven.proof,
      closeChange(ctx, id, 'confirmed'),
      ...accountSteps(ctx, addresses),
      ...changed.flatMap((r) => recordSteps(ctx, r, addresses)),
      sendMail(ctx, emailChangedMail(ctx, addresses.from, addresses)),
      sendMail(ctx, emailChangedMail(ctx, addresses.to, addresses)),
      publishToUser(ctx, userId, 'account.changed', {}),
    ],
    { 'auth_users.email': 'account_exists' },
  )
  await proven.succeeded()
  return issueSession(ctx, userAs({ ...owner, email: addresses.to }, record), sessionId)
}
