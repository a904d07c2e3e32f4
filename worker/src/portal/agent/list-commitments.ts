import type { CommitmentsPage, CommitmentsQuery } from '@portal/contract/commitments'
import { addDays } from '@portal/contract/dates'
import { and, asc, desc, eq, gte, isNotNull, not, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { BookkeeperContext } from '../../context.ts'
import { decodeCursor } from '../../platform/db/cursor.ts'
import { readPage } from '../../platform/db/page.ts'
import { bookClients, bookFormSubmissions, bookWorkforms, commitments } from '../../platform/db/schema/index.ts'
import { isOpenCommitment, toCommitment } from '../sections/commitment-state.ts'
import { localTime } from '../../platform/time/time-zone.ts'

/**
 * Lists what clients have promised to send, by day: what is still open, earliest first, or what was kept or missed,
 * latest first. Archived assignments are left out.
 */
export async function listCommitments(
  ctx: BookkeeperContext,
  { show, client, cursor, limit }: z.output<typeof CommitmentsQuery>,
): Promise<CommitmentsPage> {
  const { db, actor, now } = ctx
  const { id, day, ends_at, sent_at, bookkeeper_id, submission_id, withdrawn } = commitments
  const [order, isListed] = show === 'upcoming' ? [asc, isOpenCommitment(now)] : [desc, not(isOpenCommitment(now))]
  const key = decodeCursor(`commitments ${show}`, cursor)
  const place = sql`(${day}, ${id})`
  const last = key && sql`(${key.value}, ${key.id})`
  const rows = db
    .select({
      listed: {
        id,
        client_id: bookClients.id,
        client_name: bookClients.name,
        workform_id: bookWorkforms.id,
        workform_name: bookWorkforms.name,
      },
      stored: { day, ends_at, sent_at },
    })
    .from(commitments)
    .innerJoin(bookFormSubmissions, eq(bookFormSubmissions.id, submission_id))
    .innerJoin(bookWorkforms, eq(bookWorkforms.id, bookFormSubmissions.form_id))
    .innerJoin(bookClients, eq(bookClients.id, bookFormSubmissions.client_id))
    .where(
      and(
        eq(bookkeeper_id, actor.userId),
        // Repeats the condition of the index.
        sql`${withdrawn} = 0`,
        isListed,
        isNotNull(bookFormSubmissions.bookkeeper_id),
        // Excludes days that are over in every time zone, which the index then skips.
        show === 'upcoming' ? gte(day, addDays(localTime('UTC', now).day, -1)) : undefined,
        client ? eq(bookClients.id, client) : undefined,
        last && (show === 'upcoming' ? sql`${place} > ${last}` : sql`${place} < ${last}`),
      ),
    )
    .orderBy(order(day), order(id))
  const { items, next } = await readPage(rows, {
    limit,
    sort: `commitments ${show}`,
    keyOf: ({ listed, stored }) => ({ value: stored.day, id: listed.id }),
  })
  return { items: items.map(({ listed, stored }) => ({ ...listed, ...toCommitment(stored, now) })), next }
}
