import { desc } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { devMailbox } from '../db/schema/index.ts'

const NEWEST = 200

/** Lists the mails that the portal has sent, newest first. */
export async function listMails(ctx: Context) {
  const rows = await ctx.db.select().from(devMailbox).orderBy(desc(devMailbox.seq)).limit(NEWEST)
  return rows.map(({ id, to, subject, text, html, from, reply_to, unsubscribe, sent_at }) => ({
    id,
    to,
    subject,
    text,
    html,
    from,
    replyTo: reply_to,
    unsubscribe,
    sentAt: sent_at,
  }))
}
