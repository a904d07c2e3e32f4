import type { RecoveryCodes } from '@portal/contract/factors'
import { and, eq, isNull } from 'drizzle-orm'
import * as z from 'zod'
import type { Context } from '../../../context.ts'
import { authFactors } from '../../../platform/db/schema/index.ts'
import { commit, type Step, step } from '../../../platform/db/write.ts'
import { type Account, actorOf, type ClientRecord } from '../accounts.ts'
import { requireLiveSession } from '../../../platform/access/require-session.ts'
import { otherSessions, revokeSessions } from '../sessions/revoke-sessions.ts'
import { consumeChallenge } from './challenges.ts'
import { replaceRecoveryCodes } from './recovery-codes.ts'
import { reportFactorChange } from './report-change.ts'

const SetupDetail = z.object({ session_id: z.string() })

/**
 * Turns on a factor after its first correct code: creates recovery codes, ends the owner's other sessions, and mails
 * the owner. The session that started the setup must still be live.
 * @throws AppError `session_expired`, `invalid_code`, `unauthenticated`, `factor_exists`
 */
export async function turnOnFactor(
  ctx: Context,
  pending: { id: string; factorId: string; userId: string; detail: string },
  account: Account,
  records: readonly ClientRecord[],
  consumeCode: readonly Step[],
): Promise<RecoveryCodes> {
  const { userId, factorId } = pending
  const sessionId = SetupDetail.parse(JSON.parse(pending.detail)).session_id
  const at = ctx.now.toISOString()
  const role = account.role ?? 'bookkeeper'
  const own = role === 'client' ? records.find((r) => r.linkedTo === userId) : undefined
  const actor = { ...actorOf(userId, role, own?.firmId ?? account.firmId, own?.id), sessionId }
  const { codes, steps } = replaceRecoveryCodes(ctx, userId)
  const unverified = and(eq(authFactors.id, factorId), isNull(authFactors.verified_at))
  await commit(
    ctx,
    [
      consumeChallenge(ctx, pending.id),
      requireLiveSession({ ...ctx, actor }),
      ...consumeCode,
      step(ctx.db.update(authFactors).set({ verified_at: at }).where(unverified), 'session_expired'),
      ...steps,
      ...revokeSessions(ctx, actor, otherSessions(actor), 'factor_added'),
      ...reportFactorChange(ctx, actor, account.email, 'on', { factor_id: factorId }),
    ],
    { 'auth_factors.user_id': 'factor_exists' },
  )
  return { recovery_codes: codes }
}
