import type { FullReauthentication } from '@portal/contract/factors'
import { and, eq, exists } from 'drizzle-orm'
import type { SignedIn } from '../../context.ts'
import { authUsers, sessions } from '../../db/schema/index.ts'
import { check, type Step } from '../../db/write.ts'
import { AppError } from '../../errors.ts'
import { countAttempt } from '../../limits/attempts.ts'
import { verifyInTurn } from '../passwords/queued-hashing.ts'
import { isOwnSession } from '../sessions/require-session.ts'
import { sessionOwner, type SessionOwner } from '../sessions/session-owner.ts'
import { normalizeRecoveryCode } from './recovery-codes.ts'
import { consumeRecoveryCode, consumeTotpCode } from './consume-code.ts'

/** The owner of a session who has just entered the password. */
export interface Owner extends Pick<SessionOwner, 'email' | 'factor'> {
  /** Steps that fail the batch when the proof is no longer valid, and consume the code of the second factor. */
  proof: readonly Step[]
}

/** An owner who has also proven the second factor, if it is on. */
export interface ProvenOwner extends Owner {
  /** Reports that the batch was committed, which clears the failed attempts. */
  succeeded: () => Promise<void>
}

/**
 * Checks the password of the signed-in user again before a sensitive change, in case someone else uses the device.
 * @throws AppError `wrong_password`, `password_missing` (no password set), `unauthenticated` (the session was revoked),
 *   `too_many_requests`, `busy`
 */
export async function reauthenticate(ctx: SignedIn, password: string): Promise<Owner> {
  const attempt = await countAttempt(ctx, 'sign-in', ctx.actor.userId)
  const user = await sessionOwner(ctx)
  if (!user.hash) throw new AppError('password_missing')
  if (!(await verifyInTurn(ctx, { knownAs: ctx.actor.userId }, password, user.hash)))
    throw new AppError('wrong_password', { detail: 'The password is not correct.' })
  await attempt.succeeded()
  const unchanged = ctx.db
    .select({ id: sessions.id })
    .from(sessions)
    .innerJoin(authUsers, and(eq(authUsers.id, sessions.user_id), eq(authUsers.password_hash, user.hash)))
    .where(isOwnSession(ctx))
  return { email: user.email, factor: user.factor, proof: [check('unauthenticated', exists(unchanged))] }
}

/**
 * Checks the password and, if it is on, the second factor (or a recovery code) before a change of the sign-in itself. A
 * stolen password alone must not turn off the second factor.
 * @throws AppError `invalid_code` (wrong, used, or missing while the factor is on), and the errors of `reauthenticate`
 */
export async function reauthenticateFully(
  ctx: SignedIn,
  { password, code }: FullReauthentication,
): Promise<ProvenOwner> {
  const owner = await reauthenticate(ctx, password)
  if (!owner.factor) return { ...owner, succeeded: async () => undefined }
  if (code === undefined) {
    throw new AppError('invalid_code', {
      detail: 'Please enter a code from your authenticator app, or a recovery code.',
    })
  }
  const { userId } = ctx.actor
  const attempt = await countAttempt(ctx, 'factor', userId)
  const recovery = normalizeRecoveryCode(code)
  const consumeCode = recovery
    ? [consumeRecoveryCode(ctx, userId, recovery)]
    : await consumeTotpCode(ctx, { userId, ...owner.factor }, code)
  return { ...owner, proof: [...owner.proof, ...consumeCode], succeeded: () => attempt.succeeded() }
}
