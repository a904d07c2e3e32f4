import { APPROVAL_TTL_MS } from '@portal/contract/limits'
import { eq } from 'drizzle-orm'
import { audit } from '../../audit/append.ts'
import type { Context } from '../../context.ts'
import { firms } from '../../db/schema/index.ts'
import { commit, type Step, step } from '../../db/write.ts'
import { AppError } from '../../errors.ts'
import { sendMail } from '../../outbox/enqueue.ts'
import { countAttempt } from '../../limits/attempts.ts'
import { liveLink, newLink, spendLink, voidLinks } from '../email-links.ts'
import { approvalMail, approvedMail } from '../mails.ts'
import { actorOf } from '../accounts.ts'

/** Sign-ups that the operator of the portal approves: SIGN_UP=approval. */

/** Refuses a sign-up where the portal takes none. @throws AppError `sign_up_closed` */
export function requireOpenSignUp({ settings }: Pick<Context, 'settings'>): void {
  if (settings.SIGN_UP === 'closed') throw new AppError('sign_up_closed')
}

/** Since when a firm that is made now waits for approval; null where none is needed. */
export const awaitingSince = ({ settings, now }: Pick<Context, 'settings' | 'now'>): string | null =>
  settings.SIGN_UP === 'approval' ? now.toISOString() : null

/** A bookkeeper whose address is confirmed, and whose firm waits. */
export interface Applicant {
  userId: string
  email: string
  name: string
  company: string | null
}

/** Steps that mail the operator a link with which to approve; none where the operator has named no address and uses the command. */
export function askOperator(ctx: Pick<Context, 'db' | 'now' | 'origin' | 'settings'>, applicant: Applicant): Step[] {
  const to = ctx.settings.OPERATOR_EMAIL
  if (!to) return []
  const { token, keep } = newLink(ctx, applicant.userId, 'approve', APPROVAL_TTL_MS)
  return [voidLinks(ctx, applicant.userId, 'approve'), keep, sendMail(ctx, approvalMail(ctx, to, applicant, token))]
}

/** Steps that approve a firm, and tell its bookkeeper. */
export function approvalSteps(
  ctx: Pick<Context, 'db' | 'now' | 'origin'>,
  applicant: Applicant & { firmId: string },
): Step[] {
  const { userId, firmId } = applicant
  return [
    step(ctx.db.update(firms).set({ awaiting_approval_since: null }).where(eq(firms.id, firmId))),
    voidLinks(ctx, userId, 'approve'),
    audit(
      { ...ctx, actor: actorOf(userId, 'bookkeeper', firmId) },
      { action: 'account.approved', subjectType: 'account', subjectId: userId, detail: { by: 'operator' } },
    ),
    sendMail(ctx, approvedMail(ctx, applicant)),
  ]
}

/** Approves a sign-up with the link from the operator's mail. @throws AppError `invalid_link`, `too_many_requests` */
export async function approveSignUp(ctx: Context, token: string): Promise<{ email: string }> {
  const attempt = await countAttempt(ctx, 'link')
  const link = await liveLink(ctx, 'approve', token)
  await commit(ctx, [spendLink(ctx, link), ...approvalSteps(ctx, { ...link, firmId: link.firmId ?? '' })])
  await attempt.succeeded()
  return { email: link.email }
}
