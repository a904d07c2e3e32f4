import type { FollowUpsPage, FollowUpsQuery } from '@portal/contract/agent'
import { and, asc, desc, eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { BookkeeperContext } from '../context.ts'
import { decodeCursor } from '../db/cursor.ts'
import { readPage } from '../db/page.ts'
import { bookClientAuth, bookClients, followUps, profiles } from '../db/schema/index.ts'
import { addDays, localTime } from '../time/time-zone.ts'
import { CLIENT_TIME_ZONE, clientProfiles, isClientProfile } from './client-state.ts'
import { aboutOf } from './get-client-follow-ups.ts'

/**
 * Lists planned follow-ups, earliest first, or sent ones, latest first, of all clients or of one. Planned
 * follow-ups are as the agent last stored them, a few seconds after any change.
 */
export async function listFollowUps(
  ctx: BookkeeperContext,
  query: z.output<typeof FollowUpsQuery>,
): Promise<FollowUpsPage> {
  const { show, client, cursor, limit } = query
  const coming = show === 'upcoming'
  const key = decodeCursor(show, cursor)
  const place = sql`(${followUps.day}, ${followUps.at}, ${followUps.id})`
  const after = key ? sql`(${key.value.slice(0, 10)}, ${key.value.slice(11)}, ${key.id})` : undefined
  const where = and(
    eq(followUps.bookkeeper_id, ctx.actor.userId),
    eq(followUps.state, coming ? 'planned' : 'sent'),
    // Excludes days that are over in every time zone.
    coming ? sql`${followUps.day} >= ${addDays(localTime('UTC', ctx.now).day, -1)}` : undefined,
    client ? eq(followUps.client_id, client) : undefined,
    after ? (coming ? sql`${place} > ${after}` : sql`${place} < ${after}`) : undefined,
  )
  const order = coming ? asc : desc
  const rows = ctx.db
    .select({
      id: followUps.id,
      skip: followUps.skip,
      ready: followUps.ready,
      about: followUps.about,
      shown: {
        client_id: followUps.client_id,
        client_name: bookClients.name,
        day: followUps.day,
        at: followUps.at,
        time_zone: CLIENT_TIME_ZONE,
        kind: followUps.kind,
        subject: followUps.subject,
        text: followUps.text,
        source: followUps.source,
      },
    })
    .from(followUps)
    .innerJoin(bookClients, eq(bookClients.id, followUps.client_id))
    .innerJoin(profiles, eq(profiles.id, followUps.bookkeeper_id))
    .leftJoin(bookClientAuth, eq(bookClientAuth.client_id, followUps.client_id))
    .leftJoin(clientProfiles, isClientProfile)
    .where(where)
    .orderBy(order(followUps.day), order(followUps.at), order(followUps.id))
  const { items, next } = await readPage(rows, {
    limit,
    sort: show,
    keyOf: ({ id, shown }) => ({ value: `${shown.day} ${shown.at}`, id }),
  })
  return {
    items: items.map(({ shown, skip, ready, about }) => ({
      ...shown,
      state: coming ? (skip ? 'skipped' : 'planned') : 'sent',
      about: aboutOf(about),
      outdated: coming && shown.source === 'bookkeeper' && !ready,
    })),
    next,
  }
}
