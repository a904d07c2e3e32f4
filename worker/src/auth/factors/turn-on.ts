import type { RecoveryCodes } from '@portal/contract/factors'
import { and, eq, isNull } from 'drizzle-orm'
import * as z from 'zod'
import { audit } from '../../audit/append.ts'
import type { Context } from '../../context.ts'
import { authFactors } from '../../db/schema/index.ts'
import { commit, require, type Step, step } from '../../db/write.ts'
import { sendMail, publishToUser } from '../../outbox/enqueue.ts'
import { type Account, actorOf, type ClientRecord } from '../accounts.ts'
import { revokeSteps } from '../sessions/sessions.ts'
import { spendChallenge } from './challenges.ts'
import { renewRecoveryCodes } from './codes.ts'
import { factorMail } from './mails.ts'

const Begun = z.object({ session_id: z.string() })

/**
 * Turns a factor on whose first code (`taken`) was right: makes the recovery codes, ends the owner's other sessions, and tells the
 * owner. The session that began the enrolment must still be one.
 * @throws AppError `session_expired`, `invalid_code`, `unauthenticated`, `factor_exists`
 */
export async function turnOn(
  ctx: Context,
  pending: { id: string; factorId: string; userId: string; detail: string },
  account: Account,
  records: readonly ClientRecord[],
  taken: readonly Step[],
): Promise<RecoveryCodes> {
  const { userId, factorId } = pending
  const sessionId = Begun.parse(JSON.parse(pending.detail)).session_id
  const at = ctx.now.toISOString()
  const role = account.role ?? 'bookkeeper'
  const own = records.find((r) => r.linkedTo === userId)
  const actor =
    role === 'client'
      ? actorOf(userId, role, own?.firmId ?? null, own?.id ?? null)
      : actorOf(userId, role, account.firmId)
  const { codes, steps } = renewRecoveryCodes(ctx, userId)
  const dormant = and(eq(authFactors.id, factorId), isNull(authFactors.verified_at))
  await commit(
    ctx,
    [
      spendChallenge(ctx, pending.id),
      require('unauthenticated', 'EXISTS (SELECT 1 FROM sessions WHERE id = ? AND user_id = ? AND revoked_at IS NULL AND expires_at > ?)', [
        sessionId,
        userId,
        at,
      ]),
      ...taken,
      step(ctx.db.update(authFactors).set({ verified_at: at }).where(dormant), 'session_expired'),
      ...steps,
      ...revokeSteps(ctx, actor, { where: 'user_id = ? AND id <> ?', args: [userId, sessionId] }, 'factor_added'),
      audit(
        { ...ctx, actor },
        {
          action: 'factor.turned_on',
          subjectType: 'account',
          subjectId: userId,
          clientId: actor.clientId,
          detail: { factor_id: factorId },
        },
      ),
      sendMail(ctx, factorMail(ctx, { email: account.email, role }, 'on')),
      publishToUser(ctx, userId, 'account.changed', {}),
    ],
    { 'auth_factors.user_id': 'factor_exists' },
  )
  return { recovery_codes: codes }
}
