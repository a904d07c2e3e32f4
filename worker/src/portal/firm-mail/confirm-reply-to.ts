import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { audit } from '../../platform/audit/append.ts'
import { consumeLink, withLink } from '../auth/email-links.ts'
import { actorOf } from '../auth/accounts.ts'
import type { Context } from '../../context.ts'
import { firms } from '../../platform/db/schema/index.ts'
import { commit, step } from '../../platform/db/write.ts'

/** Confirms a firm's reply address with the token mailed to it. @throws AppError `invalid_link`, `too_many_requests` */
export const confirmReplyTo = (ctx: Context, token: string): Promise<void> =>
  withLink(ctx, 'reply-to', token, async (link) => {
    const firmId = link.firmId ?? ''
    const confirmed = ctx.db.update(firms).set({ reply_to: sql`${firms.reply_to_pending}`, reply_to_pending: null })
    await commit(ctx, [
      consumeLink(ctx, link),
      step(confirmed.where(and(eq(firms.id, firmId), isNotNull(firms.reply_to_pending))), 'invalid_link'),
      audit(
        { actor: actorOf(link.userId, 'bookkeeper', link.firmId) },
        { action: 'mail.reply_to_confirmed', subjectType: 'mail', subjectId: firmId },
      ),
    ])
  })
