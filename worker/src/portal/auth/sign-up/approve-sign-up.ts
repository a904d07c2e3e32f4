import type { Context } from '../../../context.ts'
import { commit } from '../../../platform/db/write.ts'
import { consumeLink, withLink } from '../email-links.ts'
import { approvalSteps } from './approval.ts'

/** Approves a sign-up with the link mailed to the operator. @throws AppError `invalid_link`, `too_many_requests` */
export const approveSignUp = (ctx: Context, token: string): Promise<{ email: string }> =>
  withLink(ctx, 'approve', token, async (link) => {
    await commit(ctx, [consumeLink(ctx, link), ...approvalSteps(ctx, { ...link, firmId: link.firmId ?? '' })])
    return { email: link.email }
  })
