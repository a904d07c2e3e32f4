import type { SetClientPassword } from '@portal/contract/auth'
import { and, eq, gt, isNull } from 'drizzle-orm'
import type { z } from 'zod'
import type { Context } from '../../../context.ts'
import { verificationCodes } from '../../../platform/db/schema/index.ts'
import { step } from '../../../platform/db/write.ts'
import { AppError } from '../../../errors.ts'
import { countAttempt } from '../../../platform/limits/attempts.ts'
import { setProvenClientPassword } from '../passwords/set-proven-client-password.ts'
import { requireClientPassword } from '../passwords/password-rules.ts'
import { accountByEmail, recordsByEmail } from '../accounts.ts'
import { deviceHash } from './stored-code.ts'
import { tokenHash } from '../../../platform/crypto/secrets.ts'

/**
 * Sets a client's password with the token of a checked code, in the browser that checked it. This is the last step of
 * sign-up and password reset.
 * @throws AppError `password_weak` (the token stays valid), `session_expired`, `email_used_by_bookkeeper`,
 *   `account_exists`, `too_many_requests`, `busy`
 */
export async function setClientPassword(ctx: Context, input: z.output<typeof SetClientPassword>): Promise<void> {
  requireClientPassword(input.password)
  const attempt = await countAttempt(ctx, 'link')
  const unused = and(
    eq(verificationCodes.setup_hash, tokenHash(input.setup_token)),
    eq(verificationCodes.device_hash, deviceHash(ctx)),
    isNull(verificationCodes.setup_used_at),
    gt(verificationCodes.setup_expires_at, ctx.now.toISOString()),
  )
  const codeOwner = ctx.db.select({ email: verificationCodes.email }).from(verificationCodes).where(unused)
  const [[proof], [account], records] = await ctx.db.batch([
    codeOwner,
    accountByEmail(ctx.db, codeOwner),
    recordsByEmail(ctx.db, codeOwner),
  ])
  if (!proof) throw new AppError('session_expired')
  const { email } = proof
  const consumeProof = step(
    ctx.db.update(verificationCodes).set({ setup_used_at: ctx.now.toISOString() }).where(unused),
    'session_expired',
  )
  await setProvenClientPassword(
    ctx,
    { email, account, records, consumeProof, timeZone: input.timeZone },
    input.password,
  )
  await attempt.succeeded()
}
