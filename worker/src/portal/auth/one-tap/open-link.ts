import type { OpenOneTapLink } from '@portal/contract/one-tap'
import { and } from 'drizzle-orm'
import type { z } from 'zod'
import type { Context } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import { accountByEmail, recordsByEmail } from '../accounts.ts'
import { continueSignIn } from '../sign-in/continue-sign-in.ts'
import type { SignInOutcome } from '../sign-in/proven-identity.ts'
import type { Invitation } from '../invitations/select-invitations.ts'
import { beginByInvitation } from './begin-by-invitation.ts'
import { findLinkOrInvitation, hasToken, isUsable, type OneTapLink, opensHere, selectLinks } from './find-link.ts'

/** Signs in the owner of a link, as the client record that the mail is about. */
export async function signInByLink(ctx: Context, link: OneTapLink): Promise<SignInOutcome> {
  const [[account], records] = await ctx.db.batch([
    accountByEmail(ctx.db, link.email),
    recordsByEmail(ctx.db, link.email),
  ])
  // The address was changed a moment ago.
  if (account?.id !== link.userId) throw new AppError('invalid_link')
  const proof = { kind: 'one-tap', id: link.id, clientId: link.clientId } as const
  return continueSignIn(ctx, { account, records, portal: 'client', proof })
}

type Input = z.output<typeof OpenOneTapLink>

/** Returns the link that an invitation becomes, also when another request has opened the invitation a moment ago. */
async function linkOfInvitation(ctx: Context, invitation: Invitation, input: Input): Promise<OneTapLink> {
  const [begun] = await Promise.allSettled([beginByInvitation(ctx, invitation, input)])
  const [link] = await selectLinks(ctx, and(hasToken(input.token), isUsable(ctx)))
  if (link) return link
  throw begun.status === 'rejected' ? begun.reason : new AppError('invalid_link')
}

/**
 * Signs in with a link in the browser that used it first, or opens a challenge when a second factor is on. An
 * invitation becomes a link.
 * @throws AppError `forbidden` (another browser used it first), `invalid_link`, `session_expired` (revoked, or used by
 *   another browser, a moment ago), `too_many_requests`, and for invitations the errors of `beginByInvitation`
 */
export async function openLink(ctx: Context, input: Input): Promise<SignInOutcome> {
  const found = await findLinkOrInvitation(ctx, input.token)
  const link = 'link' in found ? found.link : await linkOfInvitation(ctx, found.invitation, input)
  if (!opensHere(link)) {
    throw new AppError('forbidden', {
      title: 'Another device',
      detail: 'This link was first opened on another device. Please enter a code.',
    })
  }
  return signInByLink(ctx, link)
}
