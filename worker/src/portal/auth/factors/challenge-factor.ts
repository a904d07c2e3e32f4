import type { Challenge } from '@portal/contract/factors'
import { ENROLLMENT_TTL_MS } from '@portal/contract/limits'
import { and, eq, exists, gt, isNull } from 'drizzle-orm'
import type { SignedIn } from '../../../context.ts'
import { authFactors } from '../../../platform/db/schema/index.ts'
import { check, commit } from '../../../platform/db/write.ts'
import { toChallenge, openChallenge } from './challenges.ts'

/**
 * Opens a challenge for a factor that is being set up; its first correct code turns the factor on. A sign-in opens its
 * own challenge.
 * @throws AppError `not_found` when the factor is not the caller's, is already on, or its enrollment has expired
 */
export async function challengeFactor(ctx: SignedIn, factorId: string): Promise<Challenge> {
  const { userId, sessionId } = ctx.actor
  const since = new Date(ctx.now.getTime() - ENROLLMENT_TTL_MS).toISOString()
  const opened = openChallenge(ctx, { purpose: 'enrol', userId, factorId, detail: { session_id: sessionId } })
  const pending = ctx.db
    .select({ id: authFactors.id })
    .from(authFactors)
    .where(
      and(
        eq(authFactors.id, factorId),
        eq(authFactors.user_id, userId),
        isNull(authFactors.verified_at),
        gt(authFactors.created_at, since),
      ),
    )
  await commit(ctx, [check('not_found', exists(pending)), ...opened.steps])
  return toChallenge(factorId, opened)
}
