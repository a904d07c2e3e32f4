import { formatCount } from '@portal/contract/counts'
import type { Context } from '../../context.ts'
import { commit } from '../../platform/db/write.ts'
import { log } from '../../platform/log.ts'
import { composeMail } from '../../platform/mail/layout.ts'
import { type Mail, sendMail } from '../../platform/outbox/enqueue.ts'

const floodMail = (to: string, most: number): Mail =>
  composeMail({
    to,
    subject: 'Too many emails about accounts are requested',
    lines: [
      'The portal has sent as many codes, confirmations and links for a new password as it may: ' +
        `${formatCount(most)} an hour.`,
      'Until it is quieter, only browsers in which people have signed in before get them. ' +
        'Someone may be using the portal to send unwanted email. ' +
        'If so many people are signing up, raise ACCOUNT_MAILS_PER_HOUR.',
    ],
  })

/** Tells the operators that the portal's limit of mail about accounts is reached. */
export async function reportMailFlood(ctx: Context): Promise<void> {
  const { OPERATORS, ACCOUNT_MAILS_PER_HOUR: most } = ctx.settings
  log('account_mail_limit', { per_hour: most })
  if (OPERATORS.length === 0) return
  await commit(
    ctx,
    OPERATORS.map((to) => sendMail(ctx, floodMail(to, most))),
  )
}
