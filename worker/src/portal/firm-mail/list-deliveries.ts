import type { MailDeliveriesPage, MailDelivery, MailDeliveriesQuery, MailDeliveryCounts } from '@portal/contract/mail'
import { and, count, desc, eq, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { BookkeeperContext } from '../../context.ts'
import { decodeCursor } from '../../platform/db/cursor.ts'
import { readPage } from '../../platform/db/page.ts'
import { outbox } from '../../platform/db/schema/index.ts'

/** Returns a condition for undelivered mail to the bookkeeper and their clients. */
const own = ({ actor }: BookkeeperContext) =>
  and(eq(outbox.bookkeeper_id, actor.userId), isNull(outbox.done_at), eq(outbox.kind, 'mail'))

/** Lists waiting or failed mail, newest first, without its content, which may hold a code or a link. */
export async function listDeliveries(
  ctx: BookkeeperContext,
  { state, limit, cursor }: z.output<typeof MailDeliveriesQuery>,
): Promise<MailDeliveriesPage> {
  const after = decodeCursor(state, cursor)
  const { payload, dead_at } = outbox
  const query = ctx.db
    .select({
      seq: outbox.seq,
      id: outbox.id,
      to: sql<string>`${payload} ->> 'to'`,
      kind: sql<MailDelivery['kind']>`iif(coalesce(${payload} ->> 'firmId', ${payload} ->> 'unsubscribe') IS NULL,
        'account', 'firm')`,
      subject: sql<string>`${payload} ->> 'subject'`,
      created_at: outbox.created_at,
      tries: outbox.tries,
      next_at: outbox.next_at,
      error: outbox.last_error,
    })
    .from(outbox)
    .where(
      and(
        own(ctx),
        state === 'failed' ? isNotNull(dead_at) : isNull(dead_at),
        after && lt(outbox.seq, Number(after.value)),
      ),
    )
    .orderBy(desc(outbox.seq))
  const page = await readPage(query, { limit, sort: state, keyOf: ({ seq, id }) => ({ value: String(seq), id }) })
  return {
    ...page,
    items: page.items.map(({ seq: _seq, ...item }) => ({ ...item, next_at: state === 'failed' ? null : item.next_at })),
  }
}

/** Counts waiting and failed mail. */
export async function countDeliveries(ctx: BookkeeperContext): Promise<MailDeliveryCounts> {
  const isWaiting = isNull(outbox.dead_at)
  const [row] = await ctx.db
    .select({
      waiting: sql<number>`count(*) FILTER (WHERE ${isWaiting})`,
      oldest: sql<string | null>`min(${outbox.created_at}) FILTER (WHERE ${isWaiting})`,
      failed: count(outbox.dead_at),
    })
    .from(outbox)
    .where(own(ctx))
  return row ?? { waiting: 0, oldest: null, failed: 0 }
}
