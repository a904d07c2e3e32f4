import { encodeBase64urlNoPadding } from '@oslojs/encoding'
import { FRESH_SIGN_IN_MS, PASSKEYS_MAX } from '@portal/contract/limits'
import type { FullReauthentication } from '@portal/contract/factors'
import type { PasskeyCreationOptions } from '@portal/contract/passkeys'
import { eq, gt, sql } from 'drizzle-orm'
import type { SignedIn } from '../../../context.ts'
import { authUsers, passkeys, sessions } from '../../../platform/db/schema/index.ts'
import { commit } from '../../../platform/db/write.ts'
import { AppError } from '../../../errors.ts'
import { reauthenticateFully } from '../factors/reauthenticate.ts'
import { isOwnSession } from '../../../platform/access/require-session.ts'
import { newPasskeyChallenge } from './passkey-challenge.ts'
import { ALGORITHMS, CEREMONY_TIMEOUT_MS, relyingParty, userHandle } from './relying-party.ts'

/**
 * Returns options for creating a passkey. Requires the password (or a mailed code) and, if it is on, the second factor,
 * unless the user has signed in within the last ten minutes.
 * @throws AppError `reauthentication_required` (no proof, and the sign-in was too long ago), `too_many_passkeys`,
 *   and the errors of `reauthenticateFully`
 */
export async function beginPasskey(ctx: SignedIn, proof: FullReauthentication): Promise<PasskeyCreationOptions> {
  const { userId, sessionId } = ctx.actor
  const since = new Date(ctx.now.getTime() - FRESH_SIGN_IN_MS).toISOString()
  const [[owner], existing] = await ctx.db.batch([
    ctx.db
      .select({ email: authUsers.email, isFresh: sql<number>`coalesce(${gt(sessions.proven_at, since)}, 0)` })
      .from(sessions)
      .innerJoin(authUsers, eq(authUsers.id, sessions.user_id))
      .where(isOwnSession(ctx)),
    ctx.db
      .select({ id: passkeys.credential_id, transports: passkeys.transports })
      .from(passkeys)
      .where(eq(passkeys.user_id, userId)),
  ])
  if (!owner) throw new AppError('unauthenticated')
  if (existing.length >= PASSKEYS_MAX) throw new AppError('too_many_passkeys')
  if (proof.password !== undefined || proof.email_code !== undefined) await proveOwner(ctx, proof)
  else if (!owner.isFresh) throw new AppError('reauthentication_required')
  const { id, name } = relyingParty(ctx)
  return {
    rp: { id, name },
    // The display name would be of no use: with the address, people recognize their account.
    user: { id: encodeBase64urlNoPadding(userHandle(userId)), name: owner.email, displayName: owner.email },
    challenge: newPasskeyChallenge(ctx, { purpose: 'add', userId, sessionId }),
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    timeout: CEREMONY_TIMEOUT_MS,
    attestation: 'none',
    excludeCredentials: existing.map((credential) => ({ ...credential, type: 'public-key' })),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  }
}

/** Checks the proof, and uses up its codes. */
async function proveOwner(ctx: SignedIn, proof: FullReauthentication): Promise<void> {
  const owner = await reauthenticateFully(ctx, proof)
  await commit(ctx, owner.proof)
  await owner.succeeded()
}
