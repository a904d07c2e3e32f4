import { desc, eq } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { devMailbox } from '../platform/db/schema/index.ts'

const NEWEST = 200

/**
 * Lists the newest mails that the portal has sent, newest first: all, or those to an address. Their links lead to the
 * address of the request: a portal on any free port does not know it when it composes a mail outside of a request.
 */
export async function listMails(ctx: Context, address?: string) {
  const linked = (text: string) => text.replaceAll(ctx.settings.LOCAL_ORIGIN, ctx.origin)
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
    text: linked(text),
    html: linked(html),
    from,
    replyTo: reply_to,
    unsubscribe: unsubscribe && linked(unsubscribe),
    sentAt: sent_at,
  }))
}
