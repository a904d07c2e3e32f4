import type { Context } from '../../context.ts'
import { commit } from '../../db/write.ts'
import { countAttempt } from '../../limits/attempts.ts'
import { consumeLink, findLink } from '../email-links.ts'
import { approvalSteps } from './approval.ts'

/** Approves a sign-up with the link mailed to the operator. @throws AppError `invalid_link`, `too_many_requests` */
export async function approveSignUp(ctx: Context, token: string): Promise<{ email: string }> {
  const attempt = await countAttempt(ctx, 'link')
  const link = await findLink(ctx, 'approve', token)
  await commit(ctx, [consumeLink(ctx, link), ...approvalSteps(ctx, { ...link, firmId: link.firmId ?? '' })])
  await attempt.succeeded()
  return { email: link.email }
}
