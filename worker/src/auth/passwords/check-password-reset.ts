import type { Context } from '../../context.ts'
import { countAttempt } from '../../limits/attempts.ts'
import { findLink } from '../email-links.ts'

/** Checks that a reset link is valid. @throws AppError `invalid_link`, `too_many_requests` */
export async function checkPasswordReset(ctx: Context, token: string): Promise<void> {
  const attempt = await countAttempt(ctx, 'link')
  await findLink(ctx, 'reset', token)
  await attempt.succeeded()
}
