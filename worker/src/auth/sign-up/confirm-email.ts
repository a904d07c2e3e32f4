import { eq } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { authUsers } from '../../db/schema/index.ts'
import { commit, type Step, step } from '../../db/write.ts'
import { askOperator } from './approval.ts'
import { countAttempt } from '../../limits/attempts.ts'
import { declineWaitingRecords } from '../records/decline-waiting-records.ts'
import { rememberDevice } from '../sessions/devices.ts'
import { consumeLink, findLink, type ValidLink, voidLinks } from '../email-links.ts'
import { actorOf, auditAccount } from '../accounts.ts'

/**
 * Returns steps for a newly confirmed address: they ask for approval if required, and decline waiting client records.
 */
export const confirmedSteps = (ctx: Context, link: ValidLink): Step[] => [
  ...(link.awaitingApproval ? askOperator(ctx, link) : []),
  ...declineWaitingRecords(ctx, link.email),
]

/**
 * Confirms the address of a bookkeeper with the mailed link, and asks the operator for approval if that is required.
 * @throws AppError `invalid_link`, `too_many_requests`
 */
export async function confirmEmail(ctx: Context, token: string): Promise<{ ok: true; awaiting_approval: boolean }> {
  const attempt = await countAttempt(ctx, 'link')
  const link = await findLink(ctx, 'confirm', token)
  const at = ctx.now.toISOString()
  await commit(ctx, [
    consumeLink(ctx, link),
    voidLinks(ctx, link.userId, 'confirm'),
    step(ctx.db.update(authUsers).set({ email_confirmed_at: at, updated_at: at }).where(eq(authUsers.id, link.userId))),
    ...confirmedSteps(ctx, link),
    ...rememberDevice(ctx, link.userId),
    auditAccount(actorOf(link.userId, 'bookkeeper', link.firmId), 'account.confirmed'),
  ])
  await attempt.succeeded()
  return { ok: true, awaiting_approval: link.awaitingApproval }
}
