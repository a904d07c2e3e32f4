import { eq } from 'drizzle-orm'
import { audit } from '../../audit/append.ts'
import type { Context } from '../../context.ts'
import { authUsers } from '../../db/schema/index.ts'
import { commit, type Step, step } from '../../db/write.ts'
import { askOperator } from './approval.ts'
import { countAttempt } from '../../limits/attempts.ts'
import { declineRecords } from '../records/decline-records.ts'
import { rememberDevice } from '../sessions/devices.ts'
import { type LiveLink, liveLink, spendLink, voidLinks } from '../email-links.ts'
import { actorOf } from '../accounts.ts'

/** Asks the operator for approval if needed, and declines client records that were made for the address meanwhile. */
export const confirmedSteps = (ctx: Context, link: LiveLink): Step[] => [
  ...(link.awaitingApproval ? askOperator(ctx, link) : []),
  ...declineRecords(ctx, link.email),
]

/**
 * Confirms the address of a bookkeeper by the mailed link. Where the operator has to approve the account, they are asked now.
 * @throws AppError `invalid_link`, `too_many_requests`
 */
export async function confirmEmail(ctx: Context, token: string): Promise<{ ok: true; awaiting_approval: boolean }> {
  const attempt = await countAttempt(ctx, 'link')
  const link = await liveLink(ctx, 'confirm', token)
  const at = ctx.now.toISOString()
  await commit(ctx, [
    spendLink(ctx, link),
    voidLinks(ctx, link.userId, 'confirm'),
    step(ctx.db.update(authUsers).set({ email_confirmed_at: at, updated_at: at }).where(eq(authUsers.id, link.userId))),
    ...confirmedSteps(ctx, link),
    ...rememberDevice(ctx, link.userId),
    audit(
      { ...ctx, actor: actorOf(link.userId, 'bookkeeper', link.firmId) },
      { action: 'account.confirmed', subjectType: 'account', subjectId: link.userId },
    ),
  ])
  await attempt.succeeded()
  return { ok: true, awaiting_approval: link.awaitingApproval }
}
