import type { Role } from '@portal/contract/statuses'
import type { Context } from '../../../context.ts'
import { composeMail } from '../../../platform/mail/layout.ts'
import type { Mail } from '../../../platform/outbox/enqueue.ts'
import { HELLO, profileUrl, signInUrl } from '../mails.ts'

/** Mails about the second factor and passkeys. Each says what to do if the owner did not make the change. */

interface Addressee {
  email: string
  role: Role
}

export type FactorEvent = 'on' | 'off' | 'codes' | 'passkey_added' | 'passkey_removed'

const TEXT: Record<FactorEvent, { subject: string; text: string }> = {
  on: {
    subject: 'Two-step verification was turned on',
    text: 'From now on, signing in also requires a code from your app. Your other devices were signed out.',
  },
  off: {
    subject: 'Two-step verification was turned off',
    text: 'From now on, signing in requires no code from your app. Your recovery codes no longer work.',
  },
  codes: {
    subject: 'You have new recovery codes',
    text: 'New recovery codes were created for your account. The old ones no longer work.',
  },
  passkey_added: {
    subject: 'A passkey was added to your account',
    text: 'From now on, you can sign in with it. Your profile shows all of your passkeys.',
  },
  passkey_removed: {
    subject: 'A passkey was removed from your account',
    text: 'It can no longer sign you in. The other ways to sign in still work.',
  },
}

const notYou = (role: Role, event?: FactorEvent): string => {
  const advice =
    event === 'passkey_added'
      ? // A new password alone would leave the passkey in use.
        'If this was not you, remove the passkey in your profile and change your password at once'
      : 'If this was not you, choose "Forgot your password?" on the sign-in page at once'
  return role === 'client' ? `${advice} and tell your bookkeeper.` : `${advice}.`
}

/** Returns the mail about a change of second factor or passkeys. */
export const factorMail = (ctx: Pick<Context, 'origin'>, to: Addressee, event: FactorEvent): Mail =>
  composeMail({
    to: to.email,
    subject: TEXT[event].subject,
    lines: [HELLO, TEXT[event].text],
    action: { label: 'Go to your profile', url: profileUrl(ctx, to.role) },
    note: notYou(to.role, event),
  })

/** Returns the mail with the code that proves the owner of an account without a password. */
export const ownerCodeMail = (to: string, code: string): Mail =>
  composeMail({
    to,
    subject: 'Your code to change how you sign in',
    lines: [
      HELLO,
      'Someone signed in to your account wants to change how you sign in. If this is you, enter this code there:',
    ],
    code,
    note: [
      'The code works once, for 10 minutes. Never share it: nobody from the portal will ask you for it.',
      'If this was not you, choose "Sign out all others" in your profile at once. That also ends links in emails.',
    ].join(' '),
  })

function codesLeftText(left: number): string {
  if (left === 0) return 'It was the last one. Create new recovery codes in your profile now.'
  const count = left === 1 ? '1 recovery code is' : `${left} recovery codes are`
  return `${count} left. You can create new ones in your profile.`
}

/** The first step of a sign-in, before the code. */
export type FirstStep = 'password' | 'identity' | 'one-tap'

const FIRST_STEP: Record<FirstStep, { by: string; did: string; not: string }> = {
  password: {
    by: 'your password',
    did: 'entered your password',
    not: 'someone knows your password. Choose "Forgot your password?" on the sign-in page at once.',
  },
  identity: {
    by: 'a linked account',
    did: 'signed in with an account that is linked to yours',
    not: 'someone can use that account. Secure it at its provider at once.',
  },
  'one-tap': {
    by: 'a link from an email',
    did: 'opened a link from an email to you',
    not: 'someone has that email. Choose "Sign out all others" in your profile at once: it ends all links.',
  },
}

/** Returns the mail about a sign-in with a recovery code. */
export const recoveryUsedMail = (ctx: Pick<Context, 'origin'>, to: Addressee, first: FirstStep, left: number): Mail =>
  composeMail({
    to: to.email,
    subject: 'A recovery code was used',
    lines: [
      HELLO,
      `Someone, hopefully you, signed in to your account with ${FIRST_STEP[first].by} and a recovery code.`,
      codesLeftText(left),
    ],
    action: { label: 'Go to your profile', url: profileUrl(ctx, to.role) },
    note: notYou(to.role),
  })

/** Returns the mail about a sign-in that failed at the second step. */
export const wrongCodesMail = (ctx: Pick<Context, 'origin'>, to: Addressee, first: FirstStep): Mail =>
  composeMail({
    to: to.email,
    subject: 'Failed sign-in to your account',
    lines: [
      HELLO,
      `Someone ${FIRST_STEP[first].did}, and then entered too many wrong verification codes. They were kept out.`,
      'If this was you, check that your phone sets its clock automatically, or use a recovery code.',
    ],
    action: { label: 'Go to sign-in', url: signInUrl(ctx, to.role) },
    note: `If this was not you, ${FIRST_STEP[first].not}`,
  })
