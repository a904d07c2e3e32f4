import type { Session } from '@portal/contract/auth'
import type { ConfirmEmailChange } from '@portal/contract/sessions'
import { and, eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { clientInfo } from '../../storage/client-documents.ts'
import type { ClientContext } from '../../context.ts'
import { authUsers, bookClientAuth, bookClients, bookFormSubmissions, profiles } from '../../db/schema/index.ts'
import { commit, require, type Step, step } from '../../db/write.ts'
import { AppError, found } from '../../errors.ts'
import { putDocuments, sendMail, publishToUser } from '../../outbox/enqueue.ts'
import { accountAudit, voidProofs } from './client-account.ts'
import { mailDecision } from './decision-mails.ts'
import { emailChangedMail } from './email-change-mails.ts'
import { closeChange, openChangesOf } from './email-changes.ts'
import { reauthenticateFully } from '../factors/reauthenticate.ts'
import { accountOf, type ClientRecord, linkedRecords, personAs, recordsOf } from '../accounts.ts'
import { tokenHash } from '../../crypto/secrets.ts'
import { issueSession } from '../sessions/sessions.ts'

interface Move {
  from: string
  to: string
}

/** Steps that move the account itself. A sign-up with the new address that was never confirmed gives way to who has proven it. */
function accountSteps(ctx: ClientContext, { from, to }: Move): Step[] {
  const { userId } = ctx.actor
  const at = ctx.now.toISOString()
  return [
    require('email_used_by_bookkeeper', `NOT EXISTS (SELECT 1 FROM auth_users u JOIN profiles p ON p.id = u.id
      WHERE u.email = ? AND p.role = 'bookkeeper' AND u.email_confirmed_at IS NOT NULL)`, [to]),
    step({ sql: 'DELETE FROM auth_users WHERE email = ? AND email_confirmed_at IS NULL', args: [to] }),
    step(
      ctx.db
        .update(authUsers)
        .set({ email: to, updated_at: at })
        .where(and(eq(authUsers.id, userId), eq(authUsers.email, from))),
      'stale',
    ),
    step(ctx.db.update(profiles).set({ email: to, updated_at: at }).where(eq(profiles.id, userId))),
    ...voidProofs(ctx, from, userId),
    ...voidProofs(ctx, to, userId),
  ]
}

/** Steps that move a record of the account: where its mails go, and how its bookkeeper sees it. */
function recordSteps(ctx: ClientContext, record: ClientRecord, { from, to }: Move): Step[] {
  const { userId } = ctx.actor
  const at = ctx.now.toISOString()
  // Another record of that bookkeeper may have the new address already: then this one keeps its own.
  const free = sql`NOT EXISTS (SELECT 1 FROM book_clients o WHERE o.bookkeeper_id = ${record.bookkeeperId} AND o.email = ${to})`
  const moved = sql`(SELECT c.email FROM book_clients c WHERE c.id = ${record.id})`
  return [
    step(
      ctx.db
        .update(bookClients)
        .set({ email: to, updated_at: at })
        .where(and(eq(bookClients.id, record.id), free)),
    ),
    step(
      ctx.db.update(bookClientAuth).set({ email: to, updated_at: at }).where(eq(bookClientAuth.client_id, record.id)),
    ),
    step(
      ctx.db
        .update(bookFormSubmissions)
        .set({ client_email: moved })
        .where(eq(bookFormSubmissions.client_id, record.id)),
    ),
    putDocuments(ctx, [clientInfo({ actor: { userId: record.bookkeeperId } }, { ...record, email: to })]),
    publishToUser(ctx, record.bookkeeperId, 'client.changed', { client_id: record.id }),
    accountAudit(ctx, userId, record, 'account.email_changed', { from, to }),
    mailDecision(ctx, record, 'address_confirmed'),
  ]
}

/**
 * Makes another address the one that a client signs in with and gets mail at: for the bookkeeper who asked, and for those who had the
 * old one. It takes the token that was mailed there, and the account's password and second factor.
 * @throws AppError `not_found` (no such request, or closed), `invalid_link` (the token), `account_exists`, `email_used_by_bookkeeper`,
 *   and what `reauthenticateFully` throws
 */
export async function confirmEmailChange(
  ctx: ClientContext,
  id: string,
  { token, ...proof }: z.output<typeof ConfirmEmailChange>,
): Promise<Session> {
  const { userId, clientId, sessionId } = ctx.actor
  const address = sql`(SELECT email FROM auth_users WHERE id = ${userId})`
  const [[account], records, changes] = await ctx.db.batch([
    accountOf(ctx.db, address),
    recordsOf(ctx.db, address),
    openChangesOf(ctx.db, userId, ctx.now.toISOString()),
  ])
  const change = found(changes.find((c) => c.id === id))
  if (change.tokenHash !== tokenHash(token)) throw new AppError('invalid_link')
  const owner = found(account)
  const own = linkedRecords(owner, records)
  const record = found(own.find((r) => r.id === clientId))
  const move = { from: owner.email, to: change.to }
  const { unchanged, taken, settled } = await reauthenticateFully(ctx, proof)
  await commit(
    ctx,
    [
      unchanged,
      ...taken,
      closeChange(ctx, id, 'confirmed'),
      ...accountSteps(ctx, move),
      ...own.filter((r) => r.id === change.clientId || r.email === move.from).flatMap((r) => recordSteps(ctx, r, move)),
      sendMail(ctx, emailChangedMail(ctx, move.from, move)),
      sendMail(ctx, emailChangedMail(ctx, move.to, move)),
      publishToUser(ctx, userId, 'account.changed', {}),
    ],
    { 'auth_users.email': 'account_exists' },
  )
  await settled()
  return issueSession(ctx, personAs({ ...owner, email: move.to }, record), sessionId)
}
