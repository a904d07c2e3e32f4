import type { CodePurpose, RequestCode } from '@portal/contract/auth'
import type { z } from 'zod'
import type { Context } from '../../../context.ts'
import { commit } from '../../../platform/db/write.ts'
import { AppError } from '../../../errors.ts'
import { sendMail } from '../../../platform/outbox/enqueue.ts'
import { codeMail } from '../mails.ts'
import { countAccountMail } from '../account-mail.ts'
import { accountByEmail, isConfirmed, linkedRecords, offeredRecords, recordsByEmail } from '../accounts.ts'
import { newCode } from '../../../platform/crypto/secrets.ts'
import { countAccountAttempt } from '../known-browsers/error-with-way-in.ts'
import { storeCode } from './stored-code.ts'
import { requireTriesLeft } from './tries-left.ts'

const NOT_REGISTERED: Record<CodePurpose, string> = { signup: 'Email Not Registered', recovery: 'Email Not Found' }

/**
 * Mails a client a six-digit code to sign up or to reset the password: one use, 10 minutes, 5 tries. It is valid only
 * in the browser that requested it, and voids the previous code of that browser. Requests of others change nothing.
 * @throws AppError `email_not_registered` (no bookkeeper has this client), `email_used_by_bookkeeper`,
 *   `account_exists` (sign-up with a password already set), `too_many_requests`
 */
export async function requestCode(ctx: Context, { email, purpose }: z.output<typeof RequestCode>): Promise<void> {
  const attempt = await countAccountAttempt(ctx, 'code', email)
  const [[account], linked] = await ctx.db.batch([accountByEmail(ctx.db, email), recordsByEmail(ctx.db, email)])
  const isKnown = linkedRecords(account, linked).length > 0 || offeredRecords(email, linked).length > 0
  if (isConfirmed(account, 'bookkeeper') || (account?.role === 'bookkeeper' && !isKnown))
    throw new AppError('email_used_by_bookkeeper')
  if (!isKnown) throw new AppError('email_not_registered', { title: NOT_REGISTERED[purpose] })
  if (purpose === 'signup' && account?.role === 'client' && account.passwordHash) throw new AppError('account_exists')
  await requireTriesLeft(ctx, email, purpose)
  await countAccountMail(ctx, email, attempt)
  const code = newCode()
  await commit(ctx, [...storeCode(ctx, email, purpose, code), sendMail(ctx, codeMail({ email }, purpose, code))])
}
