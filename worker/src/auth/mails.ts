import type { CodePurpose } from '@portal/contract/auth'
import type { Role } from '@portal/contract/statuses'
import type { Context } from '../context.ts'
import { composeMail } from '../mail/layout.ts'
import type { Mail } from '../outbox/enqueue.ts'

/** The mails about accounts. Each says what happened, what to do, how long it holds, and what to do if one did not ask for it. */

/** Whom a mail is for. Names are left out: a bookkeeper, or a stranger who signed up with the address, may have typed them. */
interface Addressee {
  email: string
}
type From = Pick<Context, 'origin'>

const HELLO = 'Hello,'
const signInAddress = (ctx: From, role: Role): string =>
  role === 'client' ? `${ctx.origin}/client-auth` : `${ctx.origin}/`

/** Where a forgotten password is replaced. */
const forgottenAddress = (ctx: From, role: Role): string =>
  role === 'client' ? `${ctx.origin}/client-auth?type=recovery` : `${ctx.origin}/`

/** The link that confirms a new bookkeeper's address. */
export const confirmationMail = (ctx: From, to: Addressee, token: string): Mail =>
  composeMail({
    to: to.email,
    subject: 'Confirm your email address',
    heading: 'Confirm your email address',
    lines: [HELLO, 'Thank you for signing up. Please confirm that this address is yours; then you can sign in.'],
    action: { label: 'Confirm email address', url: `${ctx.origin}/?confirm=${token}` },
    note: 'The link works once, for 3 days. If you did not sign up, you can ignore this mail: without the confirmation nobody can sign in.',
  })

/** Asks the operator of the portal to approve a bookkeeper's sign-up. */
export const approvalMail = (
  ctx: From,
  to: string,
  { email, name, company }: Addressee & { name: string; company: string | null },
  token: string,
): Mail =>
  composeMail({
    to,
    subject: 'A sign-up waits for your approval',
    heading: 'A sign-up waits for your approval',
    lines: [
      `${name} (${email})${company ? ` of ${company}` : ''} has signed up as a bookkeeper and confirmed the address.`,
      'Once approved, the account can invite people to the portal by email. Approve it only if you know who it is.',
    ],
    action: { label: 'Review the sign-up', url: `${ctx.origin}/?approve=${token}` },
    note: 'The link works once, for 30 days. To refuse, or to see all sign-ups that wait, use the command pnpm sign-ups.',
  })

/** Tells a bookkeeper that the account is approved. */
export const approvedMail = (ctx: From, to: Addressee): Mail =>
  composeMail({
    to: to.email,
    subject: 'Your account is ready',
    heading: 'Your account is ready',
    lines: [HELLO, 'Your account has been approved. You can sign in now.'],
    action: { label: 'Sign in', url: signInAddress(ctx, 'bookkeeper') },
  })

/** Asks the owner of an address whether answers to a firm's mails may go there. */
export const replyToMail = (ctx: From, to: string, firm: string, token: string): Mail =>
  composeMail({
    to,
    subject: 'Confirm this address for replies',
    heading: 'Confirm this address for replies',
    lines: [
      `${firm || 'A firm'} wants answers to the emails that it sends from the client portal to go to this address.`,
    ],
    action: { label: 'Confirm the address', url: `${ctx.origin}/?reply-to=${token}` },
    note: 'The link works once, for 7 days. If you know nothing of this, ignore this mail: nothing will be sent to you.',
  })

/** The link that lets a bookkeeper set a new password. */
export const resetMail = (ctx: From, to: Addressee, token: string): Mail =>
  composeMail({
    to: to.email,
    subject: 'Set a new password',
    heading: 'Set a new password',
    lines: [HELLO, 'Somebody, hopefully you, asked for a new password for the bookkeeper portal.'],
    action: { label: 'Set a new password', url: `${ctx.origin}/?reset=${token}` },
    note: 'The link works once, for 1 hour. If you did not ask for it, you can ignore this mail: your password stays as it is.',
  })

/** To a client who asked for a new password at the bookkeepers' door. */
export const wrongDoorMail = (ctx: From, to: Addressee): Mail =>
  composeMail({
    to: to.email,
    subject: 'Set a new password',
    heading: 'You sign in at the client portal',
    lines: [
      HELLO,
      'Somebody, hopefully you, asked for a new password at the bookkeeper portal. Your address belongs to the client portal: please choose "Forgot password" there.',
    ],
    action: { label: 'Go to the client portal', url: signInAddress(ctx, 'client') },
    note: 'If you did not ask for it, you can ignore this mail: your password stays as it is.',
  })

const CODE_TEXT: Record<CodePurpose, { subject: string; line: string }> = {
  signup: { subject: 'Your verification code', line: 'Enter this code to sign up at the client portal:' },
  recovery: {
    subject: 'Your password reset code',
    line: 'Enter this code to set a new password for the client portal:',
  },
}

/** The six digits of a client's sign-up or recovery. */
export const codeMail = (to: Addressee, purpose: CodePurpose, code: string): Mail =>
  composeMail({
    to: to.email,
    subject: CODE_TEXT[purpose].subject,
    heading: CODE_TEXT[purpose].subject,
    lines: [HELLO, CODE_TEXT[purpose].line],
    code,
    note: 'The code is valid for 10 minutes and works once. Never pass it on: nobody from the portal will ask you for it. If you did not ask for it, you can ignore this mail.',
  })

/** Tells the owner of an account that somebody signed in from a browser that it was never used from. */
export const newDeviceMail = (
  ctx: From,
  to: Addressee & { role: Role; timeZone: string },
  { browser, at }: { browser: string; at: Date },
): Mail => {
  const when = new Intl.DateTimeFormat('en-US', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: to.timeZone,
  }).format(at)
  return composeMail({
    to: to.email,
    subject: 'New sign-in to your account',
    heading: 'New sign-in to your account',
    lines: [
      HELLO,
      `Somebody, hopefully you, signed in to your account from a browser that we have not seen before: ${browser}, on ${when} (${to.timeZone.replaceAll('_', ' ')}).`,
      'If it was you, there is nothing to do. In your profile you see everywhere you are signed in, and can sign out there.',
    ],
    action: {
      label: 'See where you are signed in',
      url: `${ctx.origin}${to.role === 'client' ? '/client-profile' : '/profile'}`,
    },
    link: {
      label: 'Not you? Set a new password here, which signs out everywhere',
      url: forgottenAddress(ctx, to.role),
    },
    note: 'We write this only once for each browser.',
  })
}

/** What was done to a password. */
export type PasswordEvent = 'set' | 'changed'

/** Tells the owner of an account that its password is a new one. */
export const passwordMail = (ctx: From, to: Addressee, role: Role, event: PasswordEvent): Mail =>
  composeMail({
    to: to.email,
    subject: event === 'set' ? 'Your password is set' : 'Your password was changed',
    heading: event === 'set' ? 'Your password is set' : 'Your password was changed',
    lines: [
      HELLO,
      event === 'set'
        ? 'Your account at the client portal is ready. You sign in with this email address and the password you chose.'
        : 'The password of your account was just changed. Other devices that were signed in have to sign in again.',
    ],
    action: { label: 'Go to sign-in', url: signInAddress(ctx, role) },
    note:
      role === 'client'
        ? 'Was this not you? Then choose "Forgot password" on the sign-in page at once, and tell your bookkeeper.'
        : 'Was this not you? Then choose "Forgot your password?" on the sign-in page at once.',
  })
