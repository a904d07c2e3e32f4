import type { Context } from '../../context.ts'
import { clientUrl, PERSONAL_NOTE } from '../../mail/client-links.ts'
import { composeMail } from '../../mail/layout.ts'
import type { Mail } from '../../outbox/enqueue.ts'
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

/** Returns the mail with a new link, in place of one that no longer works. */
export function freshLinkMail(ctx: Pick<Context, 'origin'>, link: OneTapLink, path: string): Mail {
  const { email, firmId, bookkeeperId, clientId } = link
  const mail = composeMail({
    to: email,
    subject: 'Your new link',
    lines: [HELLO, 'Here is the new link to the client portal that you asked for.'],
    action: { label: 'Open the client portal', url: clientUrl(ctx.origin, path) },
    note: `${PERSONAL_NOTE} If you did not ask for it, you can ignore this email.`,
  })
  return { ...mail, firmId, bookkeeperId, clientId }
}
