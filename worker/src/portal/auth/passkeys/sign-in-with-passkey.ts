import { encodeBase64urlNoPadding } from '@oslojs/encoding'
import type { PasskeySignIn } from '@portal/contract/passkeys'
import { and, eq } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { authUsers, passkeys } from '../../../platform/db/schema/index.ts'
import { type Step, step } from '../../../platform/db/write.ts'
import { AppError } from '../../../errors.ts'
import { countAttempt } from '../../../platform/limits/attempts.ts'
import { accountByEmail, recordsByEmail } from '../accounts.ts'
import type { OpenSession } from '../sessions/session.ts'
import { openSession } from '../sign-in/open-session.ts'
import { requirePortal } from '../sign-in/require-portal.ts'
import { CHALLENGE_USED, consumePasskeyChallenge } from './passkey-challenge.ts'
import { userHandle } from './relying-party.ts'
import { verifySignature } from './verify-passkey.ts'

/**
 * Opens a session at one of the two portals with a passkey. Its authenticator has verified the user, which counts as
 * both factors. Errors about the account are shown only after the correct signature.
 * @throws AppError `passkey_unknown` (removed, or its account was deleted), `passkey_refused`, `session_expired`
 *   (challenge expired, used, or of another browser), `wrong_portal`, `email_not_confirmed`, `awaiting_approval`,
 *   `email_not_registered`, `too_many_requests`
 */
export async function signInWithPasskey(ctx: Context, { portal, passkey }: PasskeySignIn): Promise<OpenSession> {
  const attempt = await countAttempt(ctx, 'passkey')
  const credential = eq(passkeys.credential_id, passkey.id)
  const address = ctx.db
    .select({ email: authUsers.email })
    .from(passkeys)
    .innerJoin(authUsers, eq(authUsers.id, passkeys.user_id))
    .where(credential)
  const [[stored], [account], records] = await ctx.db.batch([
    ctx.db
      .select({
        id: passkeys.id,
        credentialId: passkeys.credential_id,
        publicKey: passkeys.public_key,
        counter: passkeys.counter,
      })
      .from(passkeys)
      .where(credential),
    accountByEmail(ctx.db, address),
    recordsByEmail(ctx.db, address),
  ])
  if (!stored || !account) throw new AppError('passkey_unknown')
  const bound = { purpose: 'sign-in', browser: ctx.device ?? '' } as const
  const { challenge, ...used } = await verifySignature(ctx, bound, stored, passkey)
  if (passkey.response.userHandle !== encodeBase64urlNoPadding(userHandle(account.id)))
    throw new AppError('passkey_refused')
  requirePortal(account, portal)
  if (!account.confirmedAt) throw new AppError('email_not_confirmed')
  const session = await openSession(ctx, {
    account,
    records,
    portal,
    proof: { kind: 'passkey', id: stored.id },
    steps: [...consumePasskeyChallenge(ctx, account.id, challenge), recordUse(ctx, stored, used)],
    conflicts: CHALLENGE_USED,
  })
  await attempt.succeeded()
  return session
}

/** Returns a step that stores the use of a passkey. It fails when the passkey was used or removed in the meantime. */
function recordUse(
  ctx: Context,
  { id, counter }: { id: string; counter: number },
  used: { counter: number; synced: boolean },
): Step {
  const unchanged = and(eq(passkeys.id, id), eq(passkeys.counter, counter))
  const changes = { ...used, last_used_at: ctx.now.toISOString() }
  return step(ctx.db.update(passkeys).set(changes).where(unchanged), 'passkey_refused')
}
