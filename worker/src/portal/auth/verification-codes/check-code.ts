import type { CheckCode } from '@portal/contract/auth'
import { SETUP_TOKEN_TTL_MS } from '@portal/contract/limits'
import type { z } from 'zod'
import type { Context } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import { countAttempt } from '../../../platform/limits/attempts.ts'
import { newToken, tokenHash } from '../../../platform/crypto/secrets.ts'
import { tryCode } from './stored-code.ts'
import { requireTriesLeft } from './tries-left.ts'

/**
 * Exchanges a correct code for a token that can set the password in this browser for 15 minutes.
 * @throws AppError `invalid_code` (wrong, expired, used, void, or tried too often), `too_many_requests`
 */
export async function checkCode(ctx: Context, input: z.output<typeof CheckCode>): Promise<{ setup_token: string }> {
  const attempt = await countAttempt(ctx, 'code-check', input.email, { browsers: 'each' })
  const token = newToken()
  const expiresAt = new Date(ctx.now.getTime() + SETUP_TOKEN_TTL_MS).toISOString()
  if (!(await tryCode(ctx, input, { hash: tokenHash(token), expiresAt }))) {
    await requireTriesLeft(ctx, input.email, input.purpose)
    throw new AppError('invalid_code')
  }
  await attempt.succeeded()
  return { setup_token: token }
}
