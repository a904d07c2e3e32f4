import type { Challenge } from '@portal/contract/factors'
import { CHALLENGE_TRIES, CHALLENGE_TTL_MS } from '@portal/contract/limits'
import { and, eq, gt, isNotNull, isNull, lt } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import type { Database } from '../../../platform/db/client.ts'
import { authChallenges, authFactors } from '../../../platform/db/schema/index.ts'
import { type Step, step } from '../../../platform/db/write.ts'
import { AppError } from '../../../errors.ts'
import { uuidv7 } from '../../../platform/ids.ts'
import { newToken, tokenHash } from '../../../platform/crypto/secrets.ts'

/** A challenge proves a completed step to the next step. Its token goes to one browser; only a hash is stored. */
export interface NewChallenge {
  purpose: 'sign-in' | 'enrol' | 'oauth'
  userId: string | null
  factorId?: string | undefined
  detail: Record<string, unknown>
}

/** Creates a challenge. Returns its token and expiry, and steps that store it and delete expired ones. */
export function openChallenge(
  ctx: Pick<Context, 'db' | 'now'>,
  input: NewChallenge,
): { token: string; expiresAt: string; steps: Step[] } {
  const token = newToken()
  const at = ctx.now.toISOString()
  const expiresAt = new Date(ctx.now.getTime() + CHALLENGE_TTL_MS).toISOString()
  const row = {
    id: uuidv7(),
    token_hash: tokenHash(token),
    purpose: input.purpose,
    user_id: input.userId,
    factor_id: input.factorId ?? null,
    detail: JSON.stringify(input.detail),
    created_at: at,
    expires_at: expiresAt,
  }
  const steps = [
    step(ctx.db.delete(authChallenges).where(lt(authChallenges.expires_at, at))),
    step(ctx.db.insert(authChallenges).values(row)),
  ]
  return { token, expiresAt, steps }
}

/** Returns a challenge in the format of the API. */
export const toChallenge = (factorId: string, opened: { token: string; expiresAt: string }): Challenge => ({
  factor_id: factorId,
  challenge: opened.token,
  expires_at: opened.expiresAt,
})

/** SQL condition: challenges that are not used, expired, or tried too often. */
export const stillOpen = (ctx: Pick<Context, 'now'>) =>
  and(
    isNull(authChallenges.used_at),
    gt(authChallenges.expires_at, ctx.now.toISOString()),
    lt(authChallenges.tries, CHALLENGE_TRIES),
  )

/** Returns a step that marks a challenge as used. Of two concurrent requests, one fails with `session_expired`. */
export function consumeChallenge(ctx: Pick<Context, 'db' | 'now'>, id: string): Step {
  const open = and(eq(authChallenges.id, id), stillOpen(ctx))
  return step(ctx.db.update(authChallenges).set({ used_at: ctx.now.toISOString() }).where(open), 'session_expired')
}

/** Returns the error for a sign-in that took too long or began in another browser. */
export const signInExpired = (detail = 'This took too long. Please sign in again.'): AppError =>
  new AppError('session_expired', { detail })

/** Selects the verified second factor of a user. Returns a query that has not run. */
export const verifiedFactor = (db: Database, userId: string) =>
  db
    .select({ id: authFactors.id })
    .from(authFactors)
    .where(and(eq(authFactors.user_id, userId), isNotNull(authFactors.verified_at)))
