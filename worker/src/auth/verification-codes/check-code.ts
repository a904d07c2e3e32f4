import type { CheckCode } from '@portal/contract/auth'
import { CODE_TRIES, SETUP_TOKEN_TTL_MS } from '@portal/contract/limits'
import type { z } from 'zod'
import type { Context } from '../../context.ts'
import { commit, step } from '../../db/write.ts'
import { AppError } from '../../errors.ts'
import { countAttempt } from '../../limits/attempts.ts'
import { deviceHash, codeHash } from './request-code.ts'
import { newToken, tokenHash } from '../../crypto/secrets.ts'

/**
 * Exchanges a correct code for a token that can set the password in this browser for 15 minutes. One statement counts
 * the try and compares the code, so that concurrent requests get no more than five tries.
 * @throws AppError `invalid_code` (wrong, expired, used, void, or tried too often), `too_many_requests`
 */
export async function checkCode(ctx: Context, input: z.output<typeof CheckCode>): Promise<{ setup_token: string }> {
  const { email, purpose } = input
  const attempt = await countAttempt(ctx, 'code-check', email, 'each')
  const at = ctx.now.toISOString()
  const token = newToken()
  const setupExpiresAt = new Date(ctx.now.getTime() + SETUP_TOKEN_TTL_MS).toISOString()
  const [rows] = await commit(ctx, [
    step({
      sql: `UPDATE verification_codes SET
              tries = tries + 1,
              closed_at = CASE WHEN code_hash = ?1 THEN ?2 END,
              setup_hash = CASE WHEN code_hash = ?1 THEN ?3 END,
              setup_expires_at = CASE WHEN code_hash = ?1 THEN ?4 END
            WHERE email = ?5 AND purpose = ?6 AND device_hash = ?8
              AND closed_at IS NULL AND expires_at > ?2 AND tries < ?7
            RETURNING closed_at`,
      args: [
        codeHash(ctx, email, purpose, input.code),
        at,
        tokenHash(token),
        setupExpiresAt,
        email,
        purpose,
        CODE_TRIES,
        deviceHash(ctx),
      ],
    }),
  ])
  if (!rows?.[0]?.['closed_at']) throw new AppError('invalid_code')
  await attempt.succeeded()
  return { setup_token: token }
}
