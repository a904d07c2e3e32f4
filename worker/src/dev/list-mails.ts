import { desc, eq } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { devMailbox } from '../db/schema/index.ts'

const NEWEST = 200

/** Lists the newest mails that the portal has sent, newest first: all, or those to an address. */
export async function listMails(ctx: Context, address?: string) {
  const rows = await ctx.db
    .select()
    .from(devMailbox)
    .where(address === undefined ? undefined : eq(devMailbox.to, address))
    .orderBy(desc(devMailbox.seq))
    .limit(NEWEST)
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
