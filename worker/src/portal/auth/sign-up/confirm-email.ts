import { eq } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { authUsers } from '../../../platform/db/schema/index.ts'
import { commit, type Step, step } from '../../../platform/db/write.ts'
import { askOperator } from './approval.ts'
import { declineWaitingRecords } from '../records/decline-waiting-records.ts'
import { rememberDevice } from '../sessions/devices.ts'
import { consumeLink, type ValidLink, voidLinks, withLink } from '../email-links.ts'
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
export const confirmEmail = (ctx: Context, token: string): Promise<{ ok: true; awaiting_approval: boolean }> =>
  withLink(ctx, 'confirm', token, async (link) => {
    const at = ctx.now.toISOString()
    const confirmed = ctx.db.update(authUsers).set({ email_confirmed_at: at, updated_at: at })
    await commit(ctx, [
      consumeLink(ctx, link),
      voidLinks(ctx, link.userId, 'confirm'),
      step(confirmed.where(eq(authUsers.id, link.userId))),
      ...confirmedSteps(ctx, link),
      ...rememberDevice(ctx, link.userId),
      auditAccount(actorOf(link.userId, 'bookkeeper', link.firmId), 'account.confirmed'),
    ])
    return { ok: true, awaiting_approval: link.awaitingApproval }
  })
