import type { RenewLink } from '@portal/contract/one-tap'
import type { z } from 'zod'
import type { Context } from '../../context.ts'
import { isAppError } from '../../errors.ts'
import { countAttempt } from '../../limits/attempts.ts'
import { sendMail } from '../../outbox/enqueue.ts'
import { countAccountMail } from '../account-mail.ts'
import { commitUniformly } from '../commit-uniformly.ts'
import { hasToken, type OneTapLink, selectLinks } from './find-link.ts'
import { freshLinkMail } from './mails.ts'

/** Counts the mail. Too many are not sent, and not reported, because that would reveal that the link exists. */
async function isWithinLimit(ctx: Context, { email }: OneTapLink): Promise<boolean> {
  try {
    await countAccountMail(ctx, email, await countAttempt(ctx, 'code', email))
    return true
  } catch (error) {
    if (isAppError(error, 'too_many_requests')) return false
    throw error
  }
}

/**
 * Mails a new link to the same page to the owner of a link that no longer works. Response and response time are the
 * same for unknown links.
 * @throws AppError `too_many_requests` (from this network)
 */
export async function renewLink(ctx: Context, { token, path }: z.output<typeof RenewLink>): Promise<void> {
  await countAttempt(ctx, 'link')
  await commitUniformly(ctx, async () => {
    const [link] = await selectLinks(ctx, hasToken(token))
    return link && (await isWithinLimit(ctx, link)) ? [sendMail(ctx, freshLinkMail(ctx, link, path))] : []
  })
}
