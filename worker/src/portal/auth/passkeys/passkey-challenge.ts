import { decodeBase64urlIgnorePadding, encodeBase64urlNoPadding } from '@oslojs/encoding'
import { CHALLENGE_TTL_MS } from '@portal/contract/limits'
import { lt } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { derivedToken, newToken, tokenHash } from '../../../platform/crypto/secrets.ts'
import { authChallenges } from '../../../platform/db/schema/index.ts'
import { type Conflicts, type Step, step } from '../../../platform/db/write.ts'
import { AppError } from '../../../errors.ts'
import { uuidv7 } from '../../../platform/ids.ts'

/**
 * Challenges that passkeys sign. Each view of a sign-in page needs one, so they carry a signature of the portal instead
 * of being stored. A challenge is valid for ten minutes, for one purpose and one browser or session. When it is used,
 * it is stored, so that it works once.
 */

/** What a challenge is for, with the browser or session that it is bound to. */
export type ChallengePurpose =
  | { purpose: 'sign-in'; browser: string }
  | { purpose: 'add'; userId: string; sessionId: string }

type ChallengeContext = Pick<Context, 'settings' | 'now'>

const sign = ({ settings }: ChallengeContext, bound: ChallengePurpose, expires: string, nonce: string): string =>
  derivedToken(settings.AUTH_SECRET, 'passkey-challenge', ...Object.values(bound), expires, nonce)

/** Creates a challenge, in base64url. */
export function newPasskeyChallenge(ctx: ChallengeContext, bound: ChallengePurpose): string {
  const expires = String(ctx.now.getTime() + CHALLENGE_TTL_MS)
  const nonce = newToken()
  const text = [expires, nonce, sign(ctx, bound, expires, nonce)].join('.')
  return encodeBase64urlNoPadding(new TextEncoder().encode(text))
}

/** Checks a challenge. @throws AppError `session_expired` when it has expired, or was not created for this purpose */
export function checkPasskeyChallenge(ctx: ChallengeContext, bound: ChallengePurpose, challenge: string): void {
  const text = new TextDecoder().decode(decodeBase64urlIgnorePadding(challenge))
  const [expires = '', nonce = '', signature = ''] = text.split('.')
  // Hashes are compared to prevent timing attacks.
  const isOwn = tokenHash(signature) === tokenHash(sign(ctx, bound, expires, nonce))
  if (!isOwn || Number(expires) <= ctx.now.getTime())
    throw new AppError('session_expired', { detail: 'This took too long. Please try again.' })
}

/** Error code for a challenge that was used before. */
export const CHALLENGE_USED: Conflicts = { 'auth_challenges.token_hash': 'session_expired' }

/** Returns steps that use up a challenge. A second use violates the constraint in `CHALLENGE_USED`. */
export function consumePasskeyChallenge(ctx: Pick<Context, 'db' | 'now'>, userId: string, challenge: string): Step[] {
  const at = ctx.now.toISOString()
  const used = {
    id: uuidv7(),
    token_hash: tokenHash(challenge),
    purpose: 'passkey' as const,
    user_id: userId,
    created_at: at,
    // By then, the signature has expired as well.
    expires_at: new Date(ctx.now.getTime() + CHALLENGE_TTL_MS).toISOString(),
    used_at: at,
  }
  return [
    step(ctx.db.delete(authChallenges).where(lt(authChallenges.expires_at, at))),
    step(ctx.db.insert(authChallenges).values(used)),
  ]
}
