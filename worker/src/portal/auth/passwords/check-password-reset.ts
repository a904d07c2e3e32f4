import type { Context } from '../../../context.ts'
import { withLink } from '../email-links.ts'

/** Checks that a reset link is valid. @throws AppError `invalid_link`, `too_many_requests` */
export const checkPasswordReset = (ctx: Context, token: string): Promise<void> =>
  withLink(ctx, 'reset', token, async () => undefined)
