import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { accountByEmail, recordsByEmail } from '../accounts.ts'
import { continueSignIn } from '../sign-in/continue-sign-in.ts'
import type { SignInOutcome } from '../sign-in/proven-identity.ts'
import { findLink, type OneTapLink, opensHere } from './find-link.ts'

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

/**
 * Signs in with a link in the browser that used it first, or opens a challenge when a second factor is on.
 * @throws AppError `forbidden` (another browser used it first), `invalid_link`, `session_expired` (revoked, or used by
 *   another browser, a moment ago), `too_many_requests`
 */
export async function openLink(ctx: Context, token: string): Promise<SignInOutcome> {
  const link = await findLink(ctx, token)
  if (!opensHere(link)) {
    throw new AppError('forbidden', {
      title: 'Another device',
      detail: 'This link was first opened on another device. Please enter a code.',
    })
  }
  return signInByLink(ctx, link)
}
