import type { FullReauthentication, Reauthentication } from '@portal/contract/factors'
import { and, eq, exists, isNull } from 'drizzle-orm'
import type { SignedIn } from '../../../context.ts'
import { authUsers, sessions } from '../../../platform/db/schema/index.ts'
import { check, type Step } from '../../../platform/db/write.ts'
import { AppError } from '../../../errors.ts'
import { countAttempt } from '../../../platform/limits/attempts.ts'
import { verifyInTurn } from '../passwords/queued-hashing.ts'
import { isOwnSession } from '../../../platform/access/require-session.ts'
import { sessionOwner, type SessionOwner } from '../sessions/session-owner.ts'
import { tryOpenCode } from '../verification-codes/stored-code.ts'
import { requireTriesLeft } from '../verification-codes/tries-left.ts'
import { normalizeRecoveryCode } from './recovery-codes.ts'
import { consumeRecoveryCode, consumeTotpCode } from './consume-code.ts'

/** The owner of a session who has just proven it, with the password or a mailed code. */
export interface Owner extends SessionOwner {
  /** Steps that fail the batch when the proof is no longer valid, and use up its codes. */
  proof: readonly Step[]
}

/** An owner who has also proven the second factor, if it is on. */
export interface ProvenOwner extends Owner {
  /** Reports that the batch was committed, which clears the failed attempts. */
  succeeded: () => Promise<void>
}

/** Checks the password. @throws AppError `wrong_password`, `too_many_requests`, `busy` */
async function checkPassword(ctx: SignedIn, password: string | undefined, hash: string, detail: string): Promise<void> {
  if (password === undefined) throw new AppError('wrong_password', { detail: 'Please enter your password.' })
  const attempt = await countAttempt(ctx, 'sign-in', ctx.actor.userId)
  if (!(await verifyInTurn(ctx, { knownAs: ctx.actor.userId }, password, hash)))
    throw new AppError('wrong_password', { detail })
  await attempt.succeeded()
}

/**
 * Checks the code that was mailed to an account without a password. Returns the step that uses it up.
 * @throws AppError `password_missing` (there is no code), `wrong_email_code`, `too_many_requests`
 */
async function checkMailedCode(ctx: SignedIn, email: string, code: string | undefined): Promise<Step> {
  if (code === undefined) throw new AppError('password_missing')
  const attempt = await countAttempt(ctx, 'code-check', ctx.actor.userId)
  const useUp = await tryOpenCode(ctx, { email, purpose: 'owner', code })
  if (!useUp) {
    await requireTriesLeft(ctx, email, 'owner')
    throw new AppError('wrong_email_code')
  }
  await attempt.succeeded()
  return useUp
}

/**
 * Makes the signed-in user prove again who they are before a sensitive change, in case someone else uses the device:
 * with the password, or with a mailed code for an account that has none.
 * @param wrongPassword what a wrong password is answered with
 * @throws AppError `wrong_password`, `password_missing` (a code is needed instead), `wrong_email_code`,
 *   `unauthenticated` (the session was revoked), `too_many_requests`, `busy`
 */
export async function reauthenticate(
  ctx: SignedIn,
  { password, email_code }: Reauthentication,
  wrongPassword = 'The password is not correct.',
): Promise<Owner> {
  const owner = await sessionOwner(ctx)
  const { hash, email } = owner
  const useUp = hash === null ? [await checkMailedCode(ctx, email, email_code)] : []
  if (hash !== null) await checkPassword(ctx, password, hash, wrongPassword)
  const sameProof = hash === null ? isNull(authUsers.password_hash) : eq(authUsers.password_hash, hash)
  const unchanged = ctx.db
    .select({ id: sessions.id })
    .from(sessions)
    .innerJoin(authUsers, and(eq(authUsers.id, sessions.user_id), sameProof))
    .where(isOwnSession(ctx))
  return { ...owner, proof: [check('unauthenticated', exists(unchanged)), ...useUp] }
}

/**
 * Checks, like `reauthenticate`, the password or mailed code and, if it is on, the second factor (or a recovery code)
 * before a change of the sign-in itself. A stolen password or mailbox alone must not turn off the second factor.
 * @throws AppError `invalid_code` (wrong, used, or missing while the factor is on), and the errors of `reauthenticate`
 */
export async function reauthenticateFully(
  ctx: SignedIn,
  { code, ...first }: FullReauthentication,
): Promise<ProvenOwner> {
  const owner = await reauthenticate(ctx, first)
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
