import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { countAttempt } from '../../limits/attempts.ts'
import { signInExpired, spendChallenge } from '../factors/challenges.ts'
import { verifyInTurn } from '../passwords/queued-hashing.ts'
import { accountOf } from '../accounts.ts'
import { askForFactor, enter, type SignedInOrDue, type WayIn } from '../sign-in/sign-in.ts'
import { Arrived, arrivalOf, givenAddress } from './arrived.ts'

/**
 * Links a provider's account to the account that has its address, once its owner has shown the password, and signs in. Where a second
 * factor is on, it is linked when that is proven too.
 * @throws AppError `session_expired`, `wrong_password`, `too_many_requests`, `account_exists` (it was linked to another meanwhile)
 */
export async function linkOAuth(ctx: Context, token: string, password: string): Promise<SignedInOrDue> {
  const [[arrival], [account]] = await ctx.db.batch([arrivalOf(ctx, token), accountOf(ctx.db, givenAddress(token))])
  if (!arrival || arrival.identityId || !account || account.role === 'client') throw signInExpired()
  const arrived = Arrived.parse(JSON.parse(arrival.detail))
  if (!arrived.verified) throw new AppError('email_not_verified')
  const attempt = await countAttempt(ctx, 'sign-in', account.email)
  const right = await verifyInTurn(ctx, password, account.passwordHash)
  if (!account.passwordHash || !right) throw new AppError('wrong_password', { detail: 'The password is not correct.' })
  await attempt.succeeded()
  const way: WayIn = {
    account,
    records: [],
    portal: 'bookkeeper',
    proof: { kind: 'password', hash: account.passwordHash },
    steps: [spendChallenge(ctx, arrival.id)],
    link: arrived,
  }
  return arrival.factorId ? askForFactor(ctx, arrival.factorId, way) : enter(ctx, way)
}
