import type { Context } from '../../context.ts'
import type { StoredMail } from '../../platform/db/schema/index.ts'
import { commit } from '../../platform/db/write.ts'
import { clientUrl, PERSONAL_NOTE } from '../../platform/mail/client-links.ts'
import { composeMail } from '../../platform/mail/layout.ts'
import { sendMail } from '../../platform/outbox/enqueue.ts'
import type { Recipient } from './recipient.ts'

/** Tells the client which files of a mail were not accepted, and where to upload others. */
export async function reportRefusedFiles(
  ctx: Context,
  { client_id, email, firm_id, bookkeeper_id }: Recipient,
  refused: StoredMail['refused'],
): Promise<void> {
  const one = refused.length === 1
  const mail = composeMail({
    to: email,
    allowLinks: true,
    subject: one ? 'A file in your email was not accepted' : `${refused.length} files in your email were not accepted`,
    lines: [
      'Your message has arrived, but not everything that was attached to it:',
      ...refused.map(({ name, reason }) => `• ${name}: ${reason}`),
      'You can upload files in the client portal.',
    ],
    action: { label: 'Open the conversation', url: clientUrl(ctx.origin, '/client-chat') },
    note: PERSONAL_NOTE,
  })
  await commit(ctx, [sendMail(ctx, { ...mail, firmId: firm_id, bookkeeperId: bookkeeper_id, clientId: client_id })])
}
