import type { MailSender } from '@portal/contract/mail'
import { eq } from 'drizzle-orm'
import type { BookkeeperContext } from '../../context.ts'
import { firms } from '../../platform/db/schema/index.ts'
import { found } from '../../errors.ts'
import { DEV_FROM, parseMailbox } from '../../platform/mail/sender.ts'

/** Returns the sender name and reply address of the firm's mail, and whether it contains one-tap links. */
export async function getSender({ db, actor, settings }: BookkeeperContext): Promise<MailSender> {
  const [row] = await db
    .select({
      sender_name: firms.sender_name,
      reply_to: firms.reply_to,
      reply_to_pending: firms.reply_to_pending,
      firm_name: firms.name,
      one_tap_links: firms.one_tap_links,
    })
    .from(firms)
    .where(eq(firms.id, actor.firmId))
  return { ...found(row), address: parseMailbox(settings.MAIL_FROM || DEV_FROM).email }
}
