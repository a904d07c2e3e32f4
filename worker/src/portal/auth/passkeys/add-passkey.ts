import { encodeBase64urlNoPadding } from '@oslojs/encoding'
import { PASSKEYS_MAX } from '@portal/contract/limits'
import type { AddPasskey, Passkey } from '@portal/contract/passkeys'
import { eq, lt } from 'drizzle-orm'
import type { SignedIn } from '../../../context.ts'
import { authUsers, passkeys } from '../../../platform/db/schema/index.ts'
import { check, commit, step } from '../../../platform/db/write.ts'
import { found } from '../../../errors.ts'
import { uuidv7 } from '../../../platform/ids.ts'
import { reportFactorChange } from '../factors/report-change.ts'
import { describeUserAgent } from '../sessions/describe-user-agent.ts'
import { requireLiveSession } from '../../../platform/access/require-session.ts'
import { CHALLENGE_USED, consumePasskeyChallenge } from './passkey-challenge.ts'
import { verifyNewPasskey } from './verify-passkey.ts'

/**
 * Adds a passkey that an authenticator has created for the options of `beginPasskey`, and mails the owner. It is named
 * after the browser.
 * @throws AppError `passkey_refused`, `session_expired` (challenge expired, used, or of another session),
 *   `unauthenticated` (the session has ended), `passkey_exists`, `too_many_passkeys`
 */
export async function addPasskey(ctx: SignedIn, response: AddPasskey): Promise<Passkey> {
  const { userId, sessionId } = ctx.actor
  const bound = { purpose: 'add', userId, sessionId } as const
  const { credential, synced, challenge } = await verifyNewPasskey(ctx, bound, response)
  const [owner] = await ctx.db.select({ email: authUsers.email }).from(authUsers).where(eq(authUsers.id, userId))
  const created_at = ctx.now.toISOString()
  const passkey = { id: uuidv7(), name: describeUserAgent(ctx.userAgent), synced, created_at, last_used_at: null }
  const row = {
    ...passkey,
    user_id: userId,
    credential_id: credential.id,
    public_key: encodeBase64urlNoPadding(credential.publicKey),
    counter: credential.counter,
    transports: response.response.transports ?? [],
  }
  await commit(
    ctx,
    [
      requireLiveSession(ctx),
      ...consumePasskeyChallenge(ctx, userId, challenge),
      check('too_many_passkeys', lt(ctx.db.$count(passkeys, eq(passkeys.user_id, userId)), PASSKEYS_MAX)),
      step(ctx.db.insert(passkeys).values(row)),
      ...reportFactorChange(ctx, ctx.actor, found(owner).email, 'passkey_added', { passkey_id: passkey.id }),
    ],
    { ...CHALLENGE_USED, 'passkeys.credential_id': 'passkey_exists' },
  )
  return passkey
}
