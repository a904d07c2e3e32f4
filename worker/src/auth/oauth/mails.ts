import type { Context } from '../../context.ts'
import { composeMail } from '../../mail/layout.ts'
import type { Mail } from '../../outbox/enqueue.ts'
import { HELLO, profileUrl } from '../mails.ts'

const SUBJECT = {
  linked: (provider: string) => `You can sign in with ${provider} now`,
  unlinked: (provider: string) => `Signing in with ${provider} was turned off`,
}

/** Returns the mail about a linked or unlinked provider account. */
export const identityMail = (
  ctx: Pick<Context, 'origin'>,
  to: { email: string },
  provider: string,
  event: 'linked' | 'unlinked',
): Mail =>
  composeMail({
    to: to.email,
    subject: SUBJECT[event](provider),
    lines: [
      HELLO,
      event === 'linked'
        ? `Your ${provider} account was linked to your account at the bookkeeper portal. You can sign in with either.`
        : `You can no longer sign in to the bookkeeper portal with your ${provider} account.`,
    ],
    action: { label: 'Go to your profile', url: profileUrl(ctx, 'bookkeeper') },
    note: [
      'If this was not you, choose "Forgot your password?" on the sign-in page at once,',
      'and check the linked accounts in your profile.',
    ].join(' '),
  })
