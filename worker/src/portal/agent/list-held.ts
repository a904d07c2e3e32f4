import type { HeldClients } from '@portal/contract/agent'
import type { PageQuery } from '@portal/contract/common'
import { and, asc, eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { BookkeeperContext } from '../../context.ts'
import { decodeCursor } from '../../platform/db/cursor.ts'
import { readPage } from '../../platform/db/page.ts'
import { bookClients, followUps } from '../../platform/db/schema/index.ts'
import { aboutOf } from './get-client-follow-ups.ts'

const SORT = 'held'

/** Lists the clients whose reminders are held, the earliest question first. */
export async function listHeld(ctx: BookkeeperContext, query: z.output<typeof PageQuery>): Promise<HeldClients> {
  const key = decodeCursor(SORT, query.cursor)
  const place = sql`(${followUps.day}, ${followUps.at}, ${followUps.id})`
  const rows = ctx.db
    .select({
      id: followUps.id,
      day: followUps.day,
      at: followUps.at,
      client_id: followUps.client_id,
      client_name: bookClients.name,
      about: followUps.about,
      text: followUps.text,
      ready: followUps.ready,
    })
    .from(followUps)
    .innerJoin(bookClients, eq(bookClients.id, followUps.client_id))
    .where(
      and(
        eq(followUps.bookkeeper_id, ctx.actor.userId),
        eq(followUps.state, 'asked'),
        eq(bookClients.is_archived, false),
        key ? sql`${place} > (${key.value.slice(0, 10)}, ${key.value.slice(11)}, ${key.id})` : undefined,
      ),
    )
    .orderBy(asc(followUps.day), asc(followUps.at), asc(followUps.id))
  const { items, next } = await readPage(rows, {
    limit: query.limit,
    sort: SORT,
    keyOf: ({ day, at, id }) => ({ value: `${day} ${at}`, id }),
  })
  return {
    items: items.map(({ client_id, client_name, day, at, text, about, ready }) => ({
      client_id,
      client_name,
      ask_on: !ready && at > ctx.now.toISOString() ? day : null,
      at,
      text,
      about: aboutOf(about),
    })),
    next,
  }
}
