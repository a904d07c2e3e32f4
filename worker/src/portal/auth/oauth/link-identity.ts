import type { Context } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import { accountByEmail } from '../accounts.ts'
import { consumeChallenge, signInExpired } from '../factors/challenges.ts'
import { countAccountAttempt } from '../known-browsers/error-with-way-in.ts'
import { verifyInTurn } from '../passwords/queued-hashing.ts'
import { continueSignIn } from '../sign-in/continue-sign-in.ts'
import type { SignInOutcome } from '../sign-in/proven-identity.ts'
import { pendingSignIn, providedEmail, ProviderIdentity } from './provider-identity.ts'

/**
 * Links a provider's identity to the account with its address after checking the account's password, and signs in.
 * When a second factor is on, the identity is linked after that.
 * @throws AppError `session_expired`, `wrong_password`, `email_not_verified`, `account_exists` (linked to another
 *   account in the meantime), `too_many_requests`, `busy`
 */
export async function linkIdentity(ctx: Context, token: string, password: string): Promise<SignInOutcome> {
  const [[pending], [account]] = await ctx.db.batch([
    pendingSignIn(ctx, token),
    accountByEmail(ctx.db, providedEmail(ctx.db, token)),
  ])
  if (!pending || pending.identityId || !account || account.role === 'client') throw signInExpired()
  const identity = ProviderIdentity.parse(JSON.parse(pending.detail))
  if (!identity.verified) throw new AppError('email_not_verified')
  const attempt = await countAccountAttempt(ctx, 'sign-in', account.email)
  const isCorrect = await verifyInTurn(ctx, attempt, password, account.passwordHash)
  if (!account.passwordHash || !isCorrect)
    throw new AppError('wrong_password', { detail: 'The password is not correct.' })
  await attempt.succeeded()
  return continueSignIn(ctx, {
    account,
    records: [],
    portal: 'bookkeeper',
    proof: { kind: 'password', hash: account.passwordHash },
    steps: [consumeChallenge(ctx, pending.id)],
    link: identity,
  })
}
