import type { Challenge } from '@portal/contract/factors'
import { ENROLMENT_TTL_MS } from '@portal/contract/limits'
import type { SignedIn } from '../../context.ts'
import { commit, require } from '../../db/write.ts'
import { challengeAnswer, openChallenge } from './challenges.ts'

/**
 * Opens a challenge for a factor that is being set up; its first correct code turns the factor on. A sign-in opens its
 * own challenge.
 * @throws AppError `not_found` when the factor is not the caller's, is already on, or its enrollment has expired
 */
export async function challengeFactor(ctx: SignedIn, factorId: string): Promise<Challenge> {
  const { userId, sessionId } = ctx.actor
  const since = new Date(ctx.now.getTime() - ENROLMENT_TTL_MS).toISOString()
  const opened = openChallenge(ctx, { purpose: 'enrol', userId, factorId, detail: { session_id: sessionId } })
  const pending =
    'EXISTS (SELECT 1 FROM auth_factors WHERE id = ? AND user_id = ? AND verified_at IS NULL AND created_at > ?)'
  await commit(ctx, [require('not_found', pending, [factorId, userId, since]), ...opened.steps])
  return challengeAnswer(factorId, opened)
}
