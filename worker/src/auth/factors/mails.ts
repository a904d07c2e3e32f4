import type { Role } from '@portal/contract/statuses'
import type { Context } from '../../context.ts'
import { composeMail } from '../../mail/layout.ts'
import type { Mail } from '../../outbox/enqueue.ts'

/** The mails about the second factor. Whoever did it was signed in or had a code: what matters is what to do if it was not you. */

interface Addressee {
  email: string
  role: Role
}

export type FactorEvent = 'on' | 'off' | 'codes'

const TEXT: Record<FactorEvent, { subject: string; line: string }> = {
  on: {
    subject: 'Two-step verification was turned on',
    line: 'From now on, signing in to your account takes your password and a code from your authenticator app. Other devices that were signed in have to sign in again.',
  },
  off: {
    subject: 'Two-step verification was turned off',
    line: 'From now on, your password alone is enough to sign in to your account. Your recovery codes no longer work.',
  },
  codes: {
    subject: 'You have new recovery codes',
    line: 'New recovery codes were made for your account. The ones before no longer work.',
  },
}

const HELLO = 'Hello,'
const doorOf = (ctx: Pick<Context, 'origin'>, role: Role): string =>
  `${ctx.origin}${role === 'client' ? '/client-auth' : '/'}`

const notYou = (role: Role): string =>
  role === 'client'
    ? 'Was this not you? Then choose "Forgot your password?" on the sign-in page at once, and tell your bookkeeper.'
    : 'Was this not you? Then choose "Forgot your password?" on the sign-in page at once.'

/** Tells the owner what was done to the second factor. */
export const factorMail = (ctx: Pick<Context, 'origin'>, to: Addressee, event: FactorEvent): Mail =>
  composeMail({
    to: to.email,
    subject: TEXT[event].subject,
    heading: TEXT[event].subject,
    lines: [HELLO, TEXT[event].line],
    action: {
      label: 'Look at your profile',
      url: `${ctx.origin}${to.role === 'client' ? '/client-profile' : '/profile'}`,
    },
    note: notYou(to.role),
  })

/** Tells the owner that a recovery code was used to sign in, and how many are left. */
export const recoveryUsedMail = (ctx: Pick<Context, 'origin'>, to: Addressee, left: number): Mail =>
  composeMail({
    to: to.email,
    subject: 'A recovery code was used',
    heading: 'A recovery code was used',
    lines: [
      HELLO,
      'Somebody, hopefully you, signed in to your account with your password and a recovery code.',
      left === 0
        ? 'It was the last one. Make new recovery codes in your profile before you need them.'
        : `${left === 1 ? '1 recovery code is' : `${left} recovery codes are`} left. You can make new ones in your profile.`,
    ],
    action: {
      label: 'Look at your profile',
      url: `${ctx.origin}${to.role === 'client' ? '/client-profile' : '/profile'}`,
    },
    note: notYou(to.role),
  })

/** Tells the owner that somebody got past the first step and failed at the second. */
export const wrongCodesMail = (ctx: Pick<Context, 'origin'>, to: Addressee): Mail =>
  composeMail({
    to: to.email,
    subject: 'Somebody could not enter your code',
    heading: 'Somebody could not enter your code',
    lines: [
      HELLO,
      'Somebody got as far as the verification code when signing in to your account, and entered wrong ones until we stopped asking. Two-step verification has kept them out.',
      'If this was you: check that the clock of your phone sets itself, or use a recovery code.',
    ],
    action: { label: 'Go to sign-in', url: doorOf(ctx, to.role) },
    note: 'Was this not you? Then somebody knows your password: choose "Forgot your password?" on the sign-in page at once.',
  })
