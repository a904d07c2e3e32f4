import type { RenewLink } from '@portal/contract/one-tap'
import type { z } from 'zod'
import type { Context } from '../../../context.ts'
import type { Step } from '../../../platform/db/write.ts'
import { isAppError } from '../../../errors.ts'
import { countAttempt } from '../../../platform/limits/attempts.ts'
import { sendMail } from '../../../platform/outbox/enqueue.ts'
import { inviteAgainSteps } from '../invitations/invite-again.ts'
import { undecidedInvitation } from '../invitations/select-invitations.ts'
import { countAccountMail } from '../account-mail.ts'
import { commitUniformly } from '../commit-uniformly.ts'
import { hasToken, selectLinks } from './find-link.ts'
import { freshLinkMail } from './mails.ts'

/** Counts the mail. Too many are not sent, and not reported, because that would reveal that the link exists. */
async function isWithinLimit(ctx: Context, { email }: { email: string }): Promise<boolean> {
  try {
    await countAccountMail(ctx, email, await countAttempt(ctx, 'code', email))
    return true
  } catch (error) {
    if (isAppError(error, 'too_many_requests')) return false
    throw error
  }
}

/** The errors of an invitation that cannot be sent (again). */
const NOT_INVITED = ['invitation_limit', 'too_many_requests', 'stale', 'client_refused'] as const

/** Returns the steps that mail a new link, or a new invitation to someone who has not used theirs. */
async function renewSteps(ctx: Context, { token, path }: z.output<typeof RenewLink>): Promise<Step[]> {
  const [[link], [invitation]] = await ctx.db.batch([
    selectLinks(ctx, hasToken(token)),
    undecidedInvitation(ctx, token),
  ])
  const owner = link ?? invitation
  if (!owner || !(await isWithinLimit(ctx, owner))) return []
  if (link) return [sendMail(ctx, freshLinkMail(ctx, link, path))]
  return invitation ? inviteAgainSteps(ctx, token, invitation) : []
}

/**
 * Mails a new link to the same page to the owner of a link that no longer works, or a new invitation. Response and
 * response time are the same for unknown links.
 * @throws AppError `too_many_requests` (from this network)
 */
export async function renewLink(ctx: Context, input: z.output<typeof RenewLink>): Promise<void> {
  await countAttempt(ctx, 'link')
  try {
    await commitUniformly(ctx, () => renewSteps(ctx, input))
  } catch (error) {
    // The limits of invitations. Reporting them would reveal that the invitation exists.
    if (!NOT_INVITED.some((code) => isAppError(error, code))) throw error
  }
}
