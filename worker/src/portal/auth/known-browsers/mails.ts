import type { Context } from '../../../context.ts'
import { composeMail } from '../../../platform/mail/layout.ts'
import type { Mail } from '../../../platform/outbox/enqueue.ts'
import type { Account } from '../accounts.ts'
import { HELLO, signInUrl } from '../mails.ts'

/** Returns the mail with a link that makes a browser known to the account. */
export const browserMail = (
  ctx: Pick<Context, 'origin'>,
  { email, role }: Pick<Account, 'email' | 'role'>,
  token: string,
): Mail =>
  composeMail({
    to: email,
    subject: 'Sign in without waiting',
    lines: [
      HELLO,
      'Someone keeps trying to sign in to your account, or to get codes for it. ' +
        'We slow them down, and with them every browser in which you have not signed in before.',
      'If it is you who has to wait, open this link in the browser that you want to use:',
    ],
    action: { label: 'Use this browser', url: `${signInUrl(ctx, role ?? 'bookkeeper')}?browser=${token}` },
    note:
      'The link works once, for 24 hours. You still need your password or a code. ' +
      'If you are not trying to sign in, there is nothing to do.',
  })
