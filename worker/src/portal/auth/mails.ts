import type { CodePurpose } from '@portal/contract/auth'
import type { Role } from '@portal/contract/statuses'
import type { Context } from '../../context.ts'
import { composeMail } from '../../platform/mail/layout.ts'
import type { Mail } from '../../platform/outbox/enqueue.ts'

/** Mails about accounts. Each says what happened, what to do, how long it is valid, and what to do when unexpected. */

/** The recipient of a mail. Mails leave out names, because a stranger may have entered them. */
interface Recipient {
  email: string
}
type From = Pick<Context, 'origin'>

/** The greeting of mails about accounts. */
export const HELLO = 'Hello,'
/** Returns the URL of the page where users of this role sign in. */
export const signInUrl = (ctx: From, role: Role): string => `${ctx.origin}${role === 'client' ? '/client-auth' : '/'}`
/** Returns the URL of the profile of users of this role. */
export const profileUrl = (ctx: From, role: Role): string =>
  `${ctx.origin}${role === 'client' ? '/client-profile' : '/profile'}`

const forgotPasswordUrl = (ctx: From, role: Role): string =>
  role === 'client' ? `${ctx.origin}/client-auth?type=recovery` : `${ctx.origin}/`

/** Returns the mail that asks a new bookkeeper to confirm their address. */
export const confirmationMail = (ctx: From, to: Recipient, token: string): Mail =>
  composeMail({
    to: to.email,
    subject: 'Confirm your email address',
    lines: [
      HELLO,
      'Thank you for signing up as a bookkeeper. Please confirm that this address is yours. Then you can sign in.',
    ],
    action: { label: 'Confirm email address', url: `${ctx.origin}/?confirm=${token}` },
    note:
      'The link works once, for 3 days. If you did not sign up, you can ignore this email. ' +
      'If you were invited as a client, use the link of the invitation instead: confirming here declines it.',
  })

/** Returns the mail that asks the operator to approve a sign-up. */
export const approvalMail = (
  ctx: From,
  to: string,
  { email, name, company }: Recipient & { name: string; company: string | null },
  token: string,
): Mail =>
  composeMail({
    to,
    keep: [email],
    subject: 'A sign-up is waiting for your approval',
    lines: [
      `${name} (${email})${company ? ` of ${company}` : ''} signed up as a bookkeeper and confirmed the address.`,
      'Once approved, the account can invite people to the portal by email. Approve it only if you know the person.',
    ],
    action: { label: 'Review sign-up', url: `${ctx.origin}/?approve=${token}` },
    note: 'The link works once, for 30 days. To refuse it, or to list all waiting sign-ups, run pnpm sign-ups.',
  })

/** Returns the mail that informs a bookkeeper about the approval. */
export const approvedMail = (ctx: From, to: Recipient): Mail =>
  composeMail({
    to: to.email,
    subject: 'Your account is ready',
    lines: [HELLO, 'Your account has been approved. You can sign in now.'],
    action: { label: 'Sign in', url: signInUrl(ctx, 'bookkeeper') },
  })

/** Returns the mail that asks the owner of an address to confirm it as a firm's reply address. */
export const replyToMail = (ctx: From, to: string, firm: string, token: string): Mail =>
  composeMail({
    to,
    subject: 'Confirm this address for replies',
    lines: [`${firm || 'A firm'} wants to receive replies to its emails from the client portal at this address.`],
    action: { label: 'Confirm address', url: `${ctx.origin}/?reply-to=${token}` },
    note: 'The link works once, for 7 days. If you did not expect this email, ignore it. You will get no replies then.',
  })

/** Returns the mail with which a bookkeeper sets a new password. */
export const resetMail = (ctx: From, to: Recipient, token: string): Mail =>
  composeMail({
    to: to.email,
    subject: 'Set a new password',
    lines: [HELLO, 'Someone, hopefully you, asked for a new password for the bookkeeper portal.'],
    action: { label: 'Set a new password', url: `${ctx.origin}/?reset=${token}` },
    note: 'The link works once, for 1 hour. If you did not ask for it, you can ignore this email.',
  })

/** Returns the mail for a client who asked for a new password at the bookkeeper portal. */
export const wrongPortalMail = (ctx: From, to: Recipient): Mail =>
  composeMail({
    to: to.email,
    subject: 'Set a new password',
    heading: 'You sign in at the client portal',
    lines: [
      HELLO,
      'Someone, hopefully you, asked for a new password at the bookkeeper portal.',
      'Your account is at the client portal. Please choose "Forgot password" there.',
    ],
    action: { label: 'Go to the client portal', url: signInUrl(ctx, 'client') },
    note: 'If you did not ask for it, you can ignore this email.',
  })

const CODE_TEXT: Record<CodePurpose, { subject: string; text: string }> = {
  signup: { subject: 'Your verification code', text: 'Enter this code to sign up at the client portal:' },
  recovery: {
    subject: 'Your password reset code',
    text: 'Enter this code to set a new password for the client portal:',
  },
}

/** Returns the mail with the code for a client's sign-up or password reset. */
export const codeMail = (to: Recipient, purpose: CodePurpose, code: string): Mail =>
  composeMail({
    to: to.email,
    subject: CODE_TEXT[purpose].subject,
    lines: [HELLO, CODE_TEXT[purpose].text],
    code,
    note: [
      'The code works once, for 10 minutes. Never share it: nobody from the portal will ask you for it.',
      'If you did not ask for it, you can ignore this email.',
    ].join(' '),
  })

/** Returns the mail about a sign-in from a new browser. */
export const newDeviceMail = (
  ctx: From,
  to: Recipient & { role: Role; timeZone: string },
  { browser, at }: { browser: string; at: Date },
): Mail => {
  const format = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: to.timeZone })
  const when = `${format.format(at)} (${to.timeZone.replaceAll('_', ' ')})`
  return composeMail({
    to: to.email,
    subject: 'New sign-in to your account',
    lines: [
      HELLO,
      `Someone, hopefully you, signed in to your account from a new browser: ${browser}, on ${when}.`,
      'If it was you, there is nothing to do. Your profile shows everywhere you are signed in. You can sign out there.',
    ],
    action: { label: 'See where you are signed in', url: profileUrl(ctx, to.role) },
    links: [
      {
        label: 'Not you? Set a new password here to sign out everywhere',
        url: forgotPasswordUrl(ctx, to.role),
      },
    ],
    note: 'You get this email once for each browser.',
  })
}

/** Returns the mail about an account that began with the link of an invitation. */
export const begunMail = (ctx: From, to: Recipient & { browser: string }): Mail =>
  composeMail({
    to: to.email,
    subject: 'Your account is ready',
    lines: [
      HELLO,
      `Someone, hopefully you, opened your invitation to the client portal in this browser: ${to.browser}.`,
      'Your account has no password: links in emails open it. You can set a password in your profile.',
    ],
    action: { label: 'Go to your profile', url: profileUrl(ctx, 'client') },
    links: [{ label: 'Not you? Set a password here to sign out everywhere', url: forgotPasswordUrl(ctx, 'client') }],
    note: 'If this was not you, please tell your bookkeeper, too.',
  })

/** What happened to a password. */
export type PasswordEvent = 'set' | 'added' | 'changed'

const PASSWORD_TEXT: Record<PasswordEvent, { subject: string; text: string }> = {
  set: {
    subject: 'Your password is set',
    text: 'Your account at the client portal is ready. Sign in with this email address and the password you chose.',
  },
  added: {
    subject: 'Your password is set',
    text: 'You can sign in with this email address and your password now. Your other devices were signed out.',
  },
  changed: {
    subject: 'Your password was changed',
    text: 'The password of your account was changed. Your other devices were signed out.',
  },
}

/** Passkeys survive a new password, so an intruder may have left one. */
const passkeysText = (count: number): string =>
  `${count === 1 ? 'Your passkey still works' : `Your ${count} passkeys still work`}. ` +
  'Look at the passkeys in your profile, and remove any that you do not recognize.'

/** Returns the mail about a new password. */
export const passwordMail = (ctx: From, to: Recipient & { passkeys: number }, role: Role, event: PasswordEvent): Mail =>
  composeMail({
    to: to.email,
    subject: PASSWORD_TEXT[event].subject,
    lines: [HELLO, PASSWORD_TEXT[event].text, ...(to.passkeys > 0 ? [passkeysText(to.passkeys)] : [])],
    action: { label: 'Go to sign-in', url: signInUrl(ctx, role) },
    note:
      role === 'client'
        ? 'If this was not you, choose "Forgot password" on the sign-in page at once and tell your bookkeeper.'
        : 'If this was not you, choose "Forgot your password?" on the sign-in page at once.',
  })

const IDENTITY_SUBJECT = {
  linked: (provider: string) => `You can sign in with ${provider} now`,
  unlinked: (provider: string) => `Signing in with ${provider} was turned off`,
}

/** Returns the mail about a linked or unlinked provider account. */
export const identityMail = (ctx: From, to: Recipient, provider: string, event: 'linked' | 'unlinked'): Mail =>
  composeMail({
    to: to.email,
    subject: IDENTITY_SUBJECT[event](provider),
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
