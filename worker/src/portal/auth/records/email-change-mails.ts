import type { Context } from '../../../context.ts'
import { composeMail } from '../../../platform/mail/layout.ts'
import type { Mail } from '../../../platform/outbox/enqueue.ts'
import { HELLO, signInUrl } from '../mails.ts'

/**
 * Mails about a change of a client's sign-in address. They name the bookkeeper, and nothing entered about the client.
 */

interface Change {
  from: string
  to: string
  firm: string
  by: { name: string; email: string }
}
type From = Pick<Context, 'origin'>

const requester = ({ firm, by }: Change): string =>
  `${by.name || by.email} (${by.email}) of ${firm || 'your bookkeeper'}`

/** Returns the mail that asks the owner of the new address to confirm it after signing in. */
export const emailChangeMail = (ctx: From, change: Change, { id, token }: { id: string; token: string }): Mail =>
  composeMail({
    to: change.to,
    keep: [change.by.email],
    subject: 'Confirm your new address for the client portal',
    heading: 'Confirm your new address',
    lines: [
      HELLO,
      `${requester(change)} asks you to use this address to sign in to the client portal and to receive email from it.`,
      'To confirm, open the link and sign in with your current address.',
      'No password yet? Choose "Forgot your password?" on the sign-in page.',
    ],
    action: { label: 'Review request', url: `${ctx.origin}/client-email?token=${token}&change=${id}` },
    note: 'The link works for 7 days. If you have no account at the client portal, you can ignore this email.',
  })

/** Returns the mail that informs the current address about the request. */
export const emailChangeNotice = (ctx: From, change: Change): Mail =>
  composeMail({
    to: change.from,
    keep: [change.by.email, change.to],
    subject: 'Your bookkeeper asks you to change your address',
    heading: 'A request to change your address',
    lines: [
      HELLO,
      `${requester(change)} asks you to use ${change.to} to sign in to the client portal and to receive email from it.`,
      'Nothing changes unless you confirm with the link mailed to the new address. You can refuse in the portal.',
    ],
    action: { label: 'Go to the client portal', url: `${ctx.origin}/client-dashboard` },
    note: 'If the new address is not yours, refuse the request and tell your bookkeeper.',
  })

/** Returns the mail that informs both addresses about the completed change. */
export const emailChangedMail = (ctx: From, to: string, change: Pick<Change, 'from' | 'to'>): Mail =>
  composeMail({
    to,
    keep: [change.from, change.to],
    subject: 'Your address was changed',
    lines: [
      HELLO,
      `You confirmed ${change.to} as your address for the client portal. You no longer sign in with ${change.from}.`,
    ],
    action: { label: 'Go to sign-in', url: signInUrl(ctx, 'client') },
    note: 'If this was not you, tell your bookkeeper at once.',
  })
