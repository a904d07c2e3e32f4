import { LINK_TTL_MS } from '@portal/contract/limits'
import type { Context } from '../../context.ts'
import { commit, require, type Step } from '../../db/write.ts'
import { sendMail } from '../../outbox/enqueue.ts'
import { countAttempt } from '../../limits/attempts.ts'
import { evenly } from '../with-minimum-duration.ts'
import { newLink, voidLinks } from '../email-links.ts'
import { resetMail, wrongDoorMail } from '../mails.ts'
import { type Account, accountOf } from '../accounts.ts'

/**
 * Mails a bookkeeper a link that sets a new password: one use, 1 hour; it voids older ones. A client is told by mail where to go.
 * Known and unknown addresses get the same answer after the same time.
 * @throws AppError `too_many_requests`
 */
export async function requestReset(ctx: Context, email: string): Promise<void> {
  await countAttempt(ctx, 'reset', email)
  await evenly(mailLink(ctx, email))
}

async function mailLink(ctx: Context, email: string): Promise<void> {
  const [account] = await accountOf(ctx.db, email)
  // A batch that changes nothing: the figures of an answer tell how often the database was asked.
  const nothing = [require('internal', '1 = 1', [])]
  await commit(ctx, account ? stepsFor(ctx, account) : nothing)
}

function stepsFor(ctx: Context, account: Account): Step[] {
  const to = { email: account.email }
  if (account.role === 'client') return [sendMail(ctx, wrongDoorMail(ctx, to))]
  const { token, keep } = newLink(ctx, account.id, 'reset', LINK_TTL_MS)
  return [voidLinks(ctx, account.id, 'reset'), keep, sendMail(ctx, resetMail(ctx, to, token))]
}
