import type { Context } from '../../context.ts'
import { newCode } from '../../crypto/secrets.ts'
import { commit } from '../../db/write.ts'
import { sendMail } from '../../outbox/enqueue.ts'
import { countAccountMail } from '../account-mail.ts'
import { countAccountAttempt } from '../known-browsers/let-owner-in.ts'
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
  await requireTriesLeft(ctx, email, 'one-tap')
  await countAccountMail(ctx, email, await countAccountAttempt(ctx, 'code', email))
  const code = newCode()
  await commit(ctx, [...storeCode(ctx, email, 'one-tap', code), sendMail(ctx, linkCodeMail(email, code))])
}
