import type { ConfirmDevice } from '@portal/contract/one-tap'
import type { z } from 'zod'
import type { Context } from '../../../context.ts'
import { commit } from '../../../platform/db/write.ts'
import { AppError } from '../../../errors.ts'
import { countAttempt } from '../../../platform/limits/attempts.ts'
import type { SignInOutcome } from '../sign-in/proven-identity.ts'
import { tryCode } from '../verification-codes/stored-code.ts'
import { requireTriesLeft } from '../verification-codes/tries-left.ts'
import { findLink } from './find-link.ts'
import { signInByLink } from './open-link.ts'
import { addDevice } from './proof-steps.ts'

/**
 * Signs in with a link and the mailed code. From then on the link opens in this browser without a code.
 * @throws AppError `invalid_code` (wrong, expired, used, or tried too often), and the errors of `openLink`
 */
export async function confirmDevice(
  ctx: Context,
  { token, code }: z.output<typeof ConfirmDevice>,
): Promise<SignInOutcome> {
  const link = await findLink(ctx, token)
  const attempt = await countAttempt(ctx, 'code-check', link.email, { browsers: 'each' })
  if (!(await tryCode(ctx, { email: link.email, purpose: 'one-tap', code }))) {
    await requireTriesLeft(ctx, link.email, 'one-tap')
    throw new AppError('invalid_code')
  }
  await attempt.succeeded()
  await commit(ctx, [addDevice(ctx, link.id)])
  return signInByLink(ctx, link)
}
