import type { CheckCode } from '@portal/contract/auth'
import { CODE_TRIES, SETUP_TOKEN_TTL_MS } from '@portal/contract/limits'
import { and, eq, gt, lt, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Context } from '../../context.ts'
import { verificationCodes } from '../../db/schema/index.ts'
import { commit, step } from '../../db/write.ts'
import { AppError } from '../../errors.ts'
import { countAttempt } from '../../limits/attempts.ts'
import { codeHash, isOpenHere } from './request-code.ts'
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
  const isCorrect = eq(verificationCodes.code_hash, codeHash(ctx, email, purpose, input.code))
  const ifCorrect = (value: string) => sql`CASE WHEN ${isCorrect} THEN ${value} END`
  const check = ctx.db
    .update(verificationCodes)
    .set({
      tries: sql`${verificationCodes.tries} + 1`,
      closed_at: ifCorrect(at),
      setup_hash: ifCorrect(tokenHash(token)),
      setup_expires_at: ifCorrect(setupExpiresAt),
    })
    .where(
      and(
        isOpenHere(ctx, email, purpose),
        gt(verificationCodes.expires_at, at),
        lt(verificationCodes.tries, CODE_TRIES),
      ),
    )
    .returning({ closed_at: verificationCodes.closed_at })
  const [rows] = await commit(ctx, [step(check)])
  if (!rows?.[0]?.['closed_at']) throw new AppError('invalid_code')
  await attempt.succeeded()
  return { setup_token: token }
}
