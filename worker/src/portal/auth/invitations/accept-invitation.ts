import type { AcceptInvitation } from '@portal/contract/auth'
import type { z } from 'zod'
import type { Context } from '../../../context.ts'
import { bookInvitations } from '../../../platform/db/schema/index.ts'
import { step } from '../../../platform/db/write.ts'
import { AppError } from '../../../errors.ts'
import { countAttempt } from '../../../platform/limits/attempts.ts'
import { accountByEmail, isConfirmed, recordsByEmail } from '../accounts.ts'
import { requireClientPassword } from '../passwords/password-rules.ts'
import { setProvenClientPassword } from '../passwords/set-proven-client-password.ts'
import { hasValidToken, validInvitation } from './select-invitations.ts'

/**
 * Sets the first password of the invited client. An invitation replaces no password: clients with an account sign in
 * and decide on the offer.
 * @throws AppError `password_weak` (the link stays valid), `invalid_link`, `email_used_by_bookkeeper`,
 *   `account_exists`
 */
export async function acceptInvitation(ctx: Context, input: z.output<typeof AcceptInvitation>): Promise<void> {
  requireClientPassword(input.password, true)
  const attempt = await countAttempt(ctx, 'link')
  const isValid = hasValidToken(ctx, input.token)
  const sentTo = ctx.db.select({ email: bookInvitations.email }).from(bookInvitations).where(isValid)
  const [[invitation], [account], records] = await ctx.db.batch([
    validInvitation(ctx, input.token),
    accountByEmail(ctx.db, sentTo),
    recordsByEmail(ctx.db, sentTo),
  ])
  if (!invitation) throw new AppError('invalid_link')
  if (isConfirmed(account, 'client')) throw new AppError('account_exists')
  const { email, clientId } = invitation
  const used = ctx.db.update(bookInvitations).set({ used_at: ctx.now.toISOString() }).where(isValid)
  const consumeProof = step(used, 'invalid_link')
  await setProvenClientPassword(
    ctx,
    { email, account, records, invitedAs: clientId, consumeProof, timeZone: input.timeZone },
    input.password,
  )
  await attempt.succeeded()
}
