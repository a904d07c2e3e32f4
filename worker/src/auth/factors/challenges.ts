import type { Challenge } from '@portal/contract/factors'
import { CHALLENGE_TRIES, CHALLENGE_TTL_MS } from '@portal/contract/limits'
import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import type { Database } from '../../db/client.ts'
import { authChallenges, authFactors, authUsers } from '../../db/schema/index.ts'
import { type Step, step } from '../../db/write.ts'
import { AppError } from '../../errors.ts'
import { uuidv7 } from '../../ids.ts'
import { newToken, tokenHash } from '../../crypto/secrets.ts'

/** The proof of a step that was taken, and what it is good for. Its token is told to one browser; only a hash is kept. */
export interface NewChallenge {
  purpose: 'sign-in' | 'enrol' | 'oauth'
  userId: string | null
  factorId?: string | undefined
  detail: Record<string, unknown>
}

/** A new challenge: its token, until when it holds, and the steps that keep it. What has run out is cleared away. */
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

/** The challenge as it is answered. */
export const challengeAnswer = (factorId: string, opened: { token: string; expiresAt: string }): Challenge => ({
  factor_id: factorId,
  challenge: opened.token,
  expires_at: opened.expiresAt,
})

/** Rows that still hold: not used, not run out, not tried too often. */
export const stillOpen = (ctx: Pick<Context, 'now'>) =>
  and(
    isNull(authChallenges.used_at),
    gt(authChallenges.expires_at, ctx.now.toISOString()),
    lt(authChallenges.tries, CHALLENGE_TRIES),
  )

/** A step that uses a challenge up; of two requests with the same one the second fails. */
export function spendChallenge(ctx: Pick<Context, 'db' | 'now'>, id: string): Step {
  const open = and(eq(authChallenges.id, id), stillOpen(ctx))
  return step(ctx.db.update(authChallenges).set({ used_at: ctx.now.toISOString() }).where(open), 'session_expired')
}

/** What is said when a sign-in took too long, or was begun elsewhere. */
export const signInExpired = (detail = 'This took too long. Please sign in again.'): AppError =>
  new AppError('session_expired', { detail })

/** The verified second factor of an address. It only builds the query, so that a verb can batch it. */
export const factorOf = (db: Database, email: string) =>
  db
    .select({ id: authFactors.id })
    .from(authFactors)
    .innerJoin(authUsers, eq(authUsers.id, authFactors.user_id))
    .where(and(eq(authUsers.email, email), sql`${authFactors.verified_at} IS NOT NULL`))
    .limit(1)
