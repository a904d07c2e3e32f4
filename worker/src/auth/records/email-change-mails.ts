import type { Context } from '../../context.ts'
import { composeMail } from '../../mail/layout.ts'
import type { Mail } from '../../outbox/enqueue.ts'

/** The mails about a change of a client's sign-in address. They name who asks, and nothing that was typed about the client. */

interface Change {
  from: string
  to: string
  firm: string
  by: { name: string; email: string }
}
type From = Pick<Context, 'origin'>

const asker = ({ firm, by }: Change): string => `${by.name || by.email} (${by.email}) of ${firm || 'your bookkeeper'}`

/** Asks the owner of the new address to confirm it, signed in to the account. */
export const emailChangeMail = (ctx: From, change: Change, { id, token }: { id: string; token: string }): Mail =>
  composeMail({
    to: change.to,
    subject: 'Confirm your new address for the client portal',
    heading: 'Confirm your new address',
    lines: [
      'Hello,',
      `${asker(change)} asks you to use this address for the client portal, to sign in and for mails. So far your address there is another one.`,
      'To confirm, open the link and sign in as before, with your present address and password.',
    ],
    action: { label: 'Look at the request', url: `${ctx.origin}/client-email?token=${token}&change=${id}` },
    note: 'The link works for 7 days. If you have no account at the client portal, you can ignore this mail: nothing changes.',
  })

/** Tells the present address about the request. */
export const emailChangeNotice = (ctx: From, change: Change): Mail =>
  composeMail({
    to: change.from,
    subject: 'Your bookkeeper asks you to change your address',
    heading: 'A request to change your address',
    lines: [
      'Hello,',
      `${asker(change)} asks you to sign in at the client portal with ${change.to} from now on, and to get your mails there.`,
      'Nothing changes unless you confirm it: a link to do so was mailed to the new address. You can refuse in the portal.',
    ],
    action: { label: 'Go to the client portal', url: `${ctx.origin}/client-dashboard` },
    note: 'If the new address is not yours, refuse the request and tell your bookkeeper.',
  })

/** Tells both addresses that the change was made. */
export const emailChangedMail = (ctx: From, to: string, change: Pick<Change, 'from' | 'to'>): Mail =>
  composeMail({
    to,
    subject: 'Your address was changed',
    heading: 'Your address was changed',
    lines: [
      'Hello,',
      `You confirmed ${change.to} as your address for the client portal. You no longer sign in with ${change.from}.`,
    ],
    action: { label: 'Go to sign-in', url: `${ctx.origin}/client-auth` },
    note: 'Was this not you? Then tell your bookkeeper at once.',
  })
