import { encodeBase64urlNoPadding } from '@oslojs/encoding'
import { FRESH_SIGN_IN_MS, PASSKEYS_MAX } from '@portal/contract/limits'
import type { BeginPasskey, PasskeyCreationOptions } from '@portal/contract/passkeys'
import { eq, gt, sql } from 'drizzle-orm'
import type { SignedIn } from '../../context.ts'
import { authUsers, passkeys, sessions } from '../../db/schema/index.ts'
import { commit } from '../../db/write.ts'
import { AppError } from '../../errors.ts'
import { reauthenticateFully } from '../factors/reauthenticate.ts'
import { isOwnSession } from '../sessions/require-session.ts'
import { newPasskeyChallenge } from './passkey-challenge.ts'
import { ALGORITHMS, CEREMONY_TIMEOUT_MS, relyingParty, userHandle } from './relying-party.ts'

/**
 * Returns options for creating a passkey. Requires the password and, if it is on, the second factor, unless the user
 * has signed in within the last ten minutes.
 * @throws AppError `reauthentication_required` (no password, and the sign-in was too long ago), `too_many_passkeys`,
 *   and the errors of `reauthenticateFully`
 */
export async function beginPasskey(ctx: SignedIn, { password, code }: BeginPasskey): Promise<PasskeyCreationOptions> {
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
  if (password !== undefined) await proveOwner(ctx, password, code)
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

/** Checks password and code, and uses up the code. */
async function proveOwner(ctx: SignedIn, password: string, code: string | undefined): Promise<void> {
  const owner = await reauthenticateFully(ctx, { password, code })
  await commit(ctx, owner.proof)
  await owner.succeeded()
}
