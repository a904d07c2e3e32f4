import type { OpenOneTapLink } from '@portal/contract/one-tap'
import { exists } from 'drizzle-orm'
import type { z } from 'zod'
import type { Context } from '../../../context.ts'
import { tokenHash } from '../../../platform/crypto/secrets.ts'
import { bookInvitations, oneTapLinks } from '../../../platform/db/schema/index.ts'
import { check, commit, step } from '../../../platform/db/write.ts'
import { AppError } from '../../../errors.ts'
import { accountByEmail, isConfirmed, offeredRecords, recordsByEmail, requireNoBookkeeper } from '../accounts.ts'
import { clientAccountSteps } from '../client-account-steps.ts'
import { sendMail } from '../../../platform/outbox/enqueue.ts'
import { hasValidToken, type Invitation, oneTapInvitation } from '../invitations/select-invitations.ts'
import { begunMail } from '../mails.ts'
import { voidCodesAndLinks } from '../passwords/void-codes-and-links.ts'
import { describeUserAgent } from '../sessions/describe-user-agent.ts'
import { linkRecords } from '../records/link-records.ts'
import { addDevice } from './proof-steps.ts'

/**
 * Creates the account of an invited client, without a password, links the record of the invitation, and makes the
 * invitation a link of this browser. It expires when the invitation would have.
 * @throws AppError `account_exists` (its owner signs in and decides on the offer), `email_used_by_bookkeeper`,
 *   `invalid_link` (used or voided a moment ago), `stale`
 */
export async function beginByInvitation(
  ctx: Context,
  { id, clientId, email, expiresAt }: Invitation,
  { token, timeZone }: z.output<typeof OpenOneTapLink>,
): Promise<void> {
  const [[account], records] = await ctx.db.batch([accountByEmail(ctx.db, email), recordsByEmail(ctx.db, email)])
  if (isConfirmed(account, 'client')) throw new AppError('account_exists')
  const record = offeredRecords(email, records).find((r) => r.id === clientId)
  if (!record) throw new AppError('invalid_link')
  const userId = account?.id ?? id
  const at = ctx.now.toISOString()
  const link = { id, user_id: userId, client_id: clientId, token_hash: tokenHash(token), created_at: at }
  await commit(
    ctx,
    [
      check('invalid_link', exists(oneTapInvitation(ctx, token))),
      step(ctx.db.update(bookInvitations).set({ used_at: at }).where(hasValidToken(ctx, token)), 'invalid_link'),
      requireNoBookkeeper(ctx, email),
      ...clientAccountSteps(ctx, { email, account, timeZone }, { userId, hash: null, recordId: clientId }),
      // Someone may have signed up with the address without confirming it.
      ...voidCodesAndLinks(ctx, email, userId),
      ...linkRecords(ctx, userId, email, [record], 'account.linked'),
      step(ctx.db.insert(oneTapLinks).values({ ...link, expires_at: expiresAt })),
      addDevice(ctx, id),
      sendMail(ctx, begunMail(ctx, { email, browser: describeUserAgent(ctx.userAgent) })),
    ],
    { 'auth_users.email': 'account_exists', 'one_tap_links.token_hash': 'invalid_link' },
  )
}
