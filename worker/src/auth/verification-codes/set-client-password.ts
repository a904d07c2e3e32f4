import type { SetClientPassword } from '@portal/contract/auth'
import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Context } from '../../context.ts'
import { verificationCodes } from '../../db/schema/index.ts'
import { step } from '../../db/write.ts'
import { AppError } from '../../errors.ts'
import { countAttempt } from '../../limits/attempts.ts'
import { setPasswordOf } from '../records/client-account.ts'
import { requireClientPassword } from '../passwords/password-rules.ts'
import { accountOf, recordsOf } from '../accounts.ts'
import { browserOf } from './request-code.ts'
import { tokenHash } from '../../crypto/secrets.ts'

/**
 * Sets a client's password with the token of a checked code, in the browser that checked it: the last step of sign-up and of recovery.
 * @throws AppError `password_weak` (the token stays good), `session_expired`, `email_used_by_bookkeeper`, `account_exists`
 */
export async function setClientPassword(ctx: Context, input: z.output<typeof SetClientPassword>): Promise<void> {
  requireClientPassword(input.password)
  const attempt = await countAttempt(ctx, 'link')
  const unspent = and(
    eq(verificationCodes.setup_hash, tokenHash(input.setup_token)),
    eq(verificationCodes.device_hash, browserOf(ctx)),
    isNull(verificationCodes.setup_used_at),
    gt(verificationCodes.setup_expires_at, ctx.now.toISOString()),
  )
  const code = ctx.db.select({ email: verificationCodes.email }).from(verificationCodes).where(unspent)
  const [[proof], [account], records] = await ctx.db.batch([
    code,
    accountOf(ctx.db, sql`(${code})`),
    recordsOf(ctx.db, sql`(${code})`),
  ])
  if (!proof) throw new AppError('session_expired')
  const { email } = proof
  const spend = step(
    ctx.db.update(verificationCodes).set({ setup_used_at: ctx.now.toISOString() }).where(unspent),
    'session_expired',
  )
  await setPasswordOf(ctx, { email, account, records, spend, timeZone: input.timeZone }, input.password)
  await attempt.succeeded()
}
