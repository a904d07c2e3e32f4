import type { FullReauthentication } from '@portal/contract/factors'
import type { SignedIn } from '../../context.ts'
import { require, type Step } from '../../db/write.ts'
import { AppError } from '../../errors.ts'
import { countAttempt } from '../../limits/attempts.ts'
import { verifyInTurn } from '../passwords/queued-hashing.ts'
import { sessionOwner, type SessionOwner } from '../sessions/session-owner.ts'
import { recoveryCodeOf } from './codes.ts'
import { recoveryStep, totpSteps } from './prove-factor.ts'

/** The owner of a session, who has just shown the password. */
export interface Owner extends Pick<SessionOwner, 'email' | 'name' | 'factor'> {
  /** A step that fails the batch when the password or the session no longer is what was checked. */
  unchanged: Step
}

/** An owner who has shown the second factor too, where it is on. */
export interface ProvenOwner extends Owner {
  /** Steps that use the code up. */
  taken: readonly Step[]
  /** To be called when the batch went through: the attempt was a good one. */
  settled: () => Promise<void>
}

/**
 * Has whoever is signed in prove by password that it is still them, before something that a borrowed screen must not do.
 * @throws AppError `wrong_password`, `password_missing` (the account has none yet), `unauthenticated` (the session was revoked),
 *   `too_many_requests`
 */
export async function reauthenticate(ctx: SignedIn, password: string): Promise<Owner> {
  const { userId, sessionId } = ctx.actor
  const attempt = await countAttempt(ctx, 'sign-in', userId)
  const user = await sessionOwner(ctx)
  if (!user.hash) throw new AppError('password_missing')
  if (!(await verifyInTurn(ctx, password, user.hash)))
    throw new AppError('wrong_password', { detail: 'The password is not correct.' })
  await attempt.succeeded()
  const unchanged = require('unauthenticated', `EXISTS (SELECT 1 FROM auth_users u JOIN sessions s ON s.user_id = u.id
    WHERE u.id = ? AND u.password_hash = ? AND s.id = ? AND s.revoked_at IS NULL)`, [userId, user.hash, sessionId])
  return { email: user.email, name: user.name, factor: user.factor, unchanged }
}

/**
 * The same before a change of what signs one in: a stolen password alone must not turn the second factor off. A recovery code does, too.
 * @throws AppError `invalid_code` (wrong, used, or missing where the factor is on), and what `reauthenticate` throws
 */
export async function reauthenticateFully(
  ctx: SignedIn,
  { password, code }: FullReauthentication,
): Promise<ProvenOwner> {
  const owner = await reauthenticate(ctx, password)
  if (!owner.factor) return { ...owner, taken: [], settled: async () => undefined }
  if (code === undefined) {
    throw new AppError('invalid_code', {
      detail: 'Please enter a code from your authenticator app, or a recovery code.',
    })
  }
  const { userId } = ctx.actor
  const attempt = await countAttempt(ctx, 'factor', userId)
  const recovery = recoveryCodeOf(code)
  const taken = recovery
    ? [recoveryStep(ctx, userId, recovery)]
    : await totpSteps(ctx, { userId, ...owner.factor }, code)
  return { ...owner, taken, settled: () => attempt.succeeded() }
}
