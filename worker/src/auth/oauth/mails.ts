import type { Context } from '../../context.ts'
import { composeMail } from '../../mail/layout.ts'
import type { Mail } from '../../outbox/enqueue.ts'

/** Tells the owner that a provider's account now opens theirs, or does so no more. */
export const identityMail = (
  ctx: Pick<Context, 'origin'>,
  to: { email: string },
  provider: string,
  event: 'linked' | 'unlinked',
): Mail =>
  composeMail({
    to: to.email,
    subject: event === 'linked' ? `You can sign in with ${provider} now` : `Signing in with ${provider} was turned off`,
    heading: event === 'linked' ? `You can sign in with ${provider} now` : `Signing in with ${provider} was turned off`,
    lines: [
      'Hello,',
      event === 'linked'
        ? `Your account at ${provider} was just linked to your account at the bookkeeper portal, with your password. From now on you can sign in with either.`
        : `Your account at ${provider} no longer opens your account at the bookkeeper portal.`,
    ],
    action: { label: 'Look at your profile', url: `${ctx.origin}/profile` },
    note: 'Was this not you? Then choose "Forgot your password?" on the sign-in page at once, and look at the linked accounts in your profile.',
  })
