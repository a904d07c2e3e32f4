import type { SignUp } from '@portal/contract/auth'
import type { z } from 'zod'
import type { Context } from '../../../context.ts'
import { commit } from '../../../platform/db/write.ts'
import { AppError } from '../../../errors.ts'
import { countAttempt } from '../../../platform/limits/attempts.ts'
import { countAccountMail } from '../account-mail.ts'
import { accountByEmail, clientByEmail } from '../accounts.ts'
import { requireUnguessablePassword } from '../passwords/password-rules.ts'
import { hashInTurn } from '../passwords/queued-hashing.ts'
import { requireOpenSignUp } from './approval.ts'
import { confirmationSteps } from './confirmation.ts'
import { newBookkeeper } from './new-bookkeeper.ts'

/**
 * Registers a bookkeeper with a new firm and mails the confirmation link.
 * @throws AppError `password_weak`, `account_exists`, `email_used_by_client`, `sign_up_closed`, `too_many_requests`
 */
export async function signUp(ctx: Context, input: z.output<typeof SignUp>): Promise<void> {
  const { email, name, company, timeZone } = input
  requireOpenSignUp(ctx)
  const attempt = await countAttempt(ctx, 'sign-up')
  await requireUnguessablePassword(ctx, input.password, { email, name, companies: [company] })
  const [[known], [client]] = await ctx.db.batch([accountByEmail(ctx.db, email), clientByEmail(ctx.db, email)])
  if (known && known.role !== 'client') throw new AppError('account_exists')
  if (known || client) throw new AppError('email_used_by_client')
  const passwordHash = await hashInTurn(ctx, {}, input.password)
  await countAccountMail(ctx, email, attempt)
  const { account, steps } = newBookkeeper(ctx, { email, passwordHash, confirmedAt: null, name, company, timeZone })
  await commit(ctx, [...steps, ...confirmationSteps(ctx, account)], { 'auth_users.email': 'account_exists' })
}
