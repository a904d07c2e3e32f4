import type { Context } from '../../../context.ts'
import { newCode } from '../../../platform/crypto/secrets.ts'
import { commit } from '../../../platform/db/write.ts'
import { sendMail } from '../../../platform/outbox/enqueue.ts'
import { countAccountMail } from '../account-mail.ts'
import { countAccountAttempt } from '../known-browsers/error-with-way-in.ts'
import { storeCode } from '../verification-codes/stored-code.ts'
import { requireTriesLeft } from '../verification-codes/tries-left.ts'
import { findLink } from './find-link.ts'
import { linkCodeMail } from './mails.ts'

/**
 * Mails the owner of a link a code with which it opens in this browser.
 * @throws AppError `invalid_link`, `too_many_requests`
 */
export async function mailLinkCode(ctx: Context, token: string): Promise<void> {
  const { email } = await findLink(ctx, token)
  const attempt = await countAccountAttempt(ctx, 'code', email)
  await requireTriesLeft(ctx, email, 'one-tap')
  await countAccountMail(ctx, email, attempt)
  const code = newCode()
  await commit(ctx, [...storeCode(ctx, email, 'one-tap', code), sendMail(ctx, linkCodeMail(email, code))])
}
