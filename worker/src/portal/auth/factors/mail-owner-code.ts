import type { SignedIn } from '../../../context.ts'
import { newCode } from '../../../platform/crypto/secrets.ts'
import { commit } from '../../../platform/db/write.ts'
import { AppError } from '../../../errors.ts'
import { sendMail } from '../../../platform/outbox/enqueue.ts'
import { countAccountMail } from '../account-mail.ts'
import { countAccountAttempt } from '../known-browsers/error-with-way-in.ts'
import { requireLiveSession } from '../../../platform/access/require-session.ts'
import { sessionOwner } from '../sessions/session-owner.ts'
import { storeCode } from '../verification-codes/stored-code.ts'
import { requireTriesLeft } from '../verification-codes/tries-left.ts'
import { ownerCodeMail } from './mails.ts'

/**
 * Mails the signed-in user, whose account has no password, the code for `reauthenticate`: one use, 10 minutes, 5 tries,
 * in this browser.
 * @throws AppError `reauthentication_required` (the account has a password, which is needed), `unauthenticated` (the
 *   session was revoked), `too_many_requests`
 */
export async function mailOwnerCode(ctx: SignedIn): Promise<void> {
  const { email, hash } = await sessionOwner(ctx)
  if (hash !== null)
    throw new AppError('reauthentication_required', { detail: 'Your account has a password. Please enter it.' })
  const attempt = await countAccountAttempt(ctx, 'code', email)
  await requireTriesLeft(ctx, email, 'owner')
  await countAccountMail(ctx, email, attempt)
  const code = newCode()
  await commit(ctx, [
    requireLiveSession(ctx),
    ...storeCode(ctx, email, 'owner', code),
    sendMail(ctx, ownerCodeMail(email, code)),
  ])
}
