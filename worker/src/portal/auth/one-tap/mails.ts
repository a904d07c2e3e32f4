import type { Context } from '../../../context.ts'
import { clientUrl, PERSONAL_NOTE } from '../../../platform/mail/client-links.ts'
import { composeMail } from '../../../platform/mail/layout.ts'
import type { Mail } from '../../../platform/outbox/enqueue.ts'
import { HELLO } from '../mails.ts'
import type { OneTapLink } from './find-link.ts'

/** Returns the mail with the code that makes a link work on another device. */
export const linkCodeMail = (to: string, code: string): Mail =>
  composeMail({
    to,
    subject: 'Your sign-in code',
    lines: [HELLO, 'You opened a link to the client portal on another device. Enter this code there:'],
    code,
    note: [
      'The code works once, for 10 minutes. Never share it: nobody from the portal will ask you for it.',
      'If this was not you, ignore this email, and choose "Sign out all others" in your profile. That also ends links.',
    ].join(' '),
  })

/** Returns the mail with a new link in place of one that no longer works, or that the firm has turned links off. */
export function freshLinkMail(ctx: Pick<Context, 'origin'>, link: OneTapLink, path: string): Mail {
  const { email: to, firmId, bookkeeperId, clientId } = link
  const unexpected = 'If you did not ask for it, you can ignore this email.'
  const action = { label: 'Open the client portal', url: clientUrl(ctx.origin, path) }
  const mail = link.oneTap
    ? composeMail({
        to,
        subject: 'Your new link',
        lines: [HELLO, 'Here is the new link to the client portal that you asked for.'],
        action,
        note: `${PERSONAL_NOTE} ${unexpected}`,
      })
    : composeMail({
        to,
        subject: 'Please sign in to the client portal',
        lines: [
          HELLO,
          'You asked for a new link. Links in emails from your bookkeeper do not sign you in any longer.',
          'Please sign in. If you have no password yet, choose "Forgot your password?" there.',
        ],
        action,
        note: unexpected,
      })
  return { ...mail, firmId, bookkeeperId, clientId }
}
