import type { FollowUpsPage, FollowUpsQuery } from '@portal/contract/agent'
import { and, asc, desc, eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { BookkeeperContext } from '../../context.ts'
import { CLIENT_TIME_ZONE, clientProfiles, isClientProfile } from '../../platform/db/client-time-zone.ts'
import { decodeCursor } from '../../platform/db/cursor.ts'
import { readPage } from '../../platform/db/page.ts'
import { addDays } from '@portal/contract/dates'
import {
  agentClients,
  bookClientAuth,
  bookClients,
  chatThreads,
  followUps,
  profiles,
} from '../../platform/db/schema/index.ts'
import { localTime } from '../../platform/time/time-zone.ts'
import { heldSince } from './client-state.ts'
import { aboutOf, kindOf } from './get-client-follow-ups.ts'
import { unreadMessages } from './promises/client-messages.ts'
import { promiseOf } from './promises/promise-of.ts'

/** Returns the condition for the follow-ups to list, after those of the previous pages. */
function conditionOf(ctx: BookkeeperContext, { show, client, cursor }: z.output<typeof FollowUpsQuery>) {
  const coming = show === 'upcoming'
  const key = decodeCursor(show, cursor)
  const place = sql`(${followUps.day}, ${followUps.at}, ${followUps.id})`
  const after = key ? sql`(${key.value.slice(0, 10)}, ${key.value.slice(11)}, ${key.id})` : undefined
  return and(
    eq(followUps.bookkeeper_id, ctx.actor.userId),
    eq(followUps.state, coming ? 'planned' : 'sent'),
    // Excludes days that are over in every time zone.
    coming ? sql`${followUps.day} >= ${addDays(localTime('UTC', ctx.now).day, -1)}` : undefined,
    client ? eq(followUps.client_id, client) : undefined,
    // Only a client's own list has what was sent before archiving.
    coming || !client ? eq(bookClients.is_archived, false) : undefined,
    after ? (coming ? sql`${place} > ${after}` : sql`${place} < ${after}`) : undefined,
  )
}

/**
 * Lists planned follow-ups, earliest first, or sent ones, latest first, of all clients or of one. Planned
 * follow-ups are as they were last stored: at once when the bookkeeper changes them, and some seconds after any
 * other change.
 */
export async function listFollowUps(
  ctx: BookkeeperContext,
  query: z.output<typeof FollowUpsQuery>,
): Promise<FollowUpsPage> {
  const { show, limit } = query
  const coming = show === 'upcoming'
  const order = coming ? asc : desc
  const rows = ctx.db
    .select({
      id: followUps.id,
      skip: followUps.skip,
      ready: followUps.ready,
      about: followUps.about,
      unread: unreadMessages,
      preferences: agentClients.preferences,
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
        held_since: coming ? heldSince(ctx.db) : sql<null>`NULL`,
      },
    })
    .from(followUps)
    .innerJoin(bookClients, eq(bookClients.id, followUps.client_id))
    .innerJoin(profiles, eq(profiles.id, followUps.bookkeeper_id))
    .innerJoin(chatThreads, eq(chatThreads.client_id, followUps.client_id))
    .leftJoin(agentClients, eq(agentClients.client_id, followUps.client_id))
    .leftJoin(bookClientAuth, eq(bookClientAuth.client_id, followUps.client_id))
    .leftJoin(clientProfiles, isClientProfile)
    .where(conditionOf(ctx, query))
    .orderBy(order(followUps.day), order(followUps.at), order(followUps.id))
  const { items, next } = await readPage(rows, {
    limit,
    sort: show,
    keyOf: ({ id, shown }) => ({ value: `${shown.day} ${shown.at}`, id }),
  })
  return {
    items: items.map(({ shown, skip, ready, about, unread, preferences }) => ({
      ...shown,
      ...kindOf(shown.kind),
      state: coming ? (skip ? 'skipped' : 'planned') : 'sent',
      about: aboutOf(about),
      promise: coming ? promiseOf(unread, { preferences, time_zone: shown.time_zone }, ctx.now) : null,
      outdated: coming && shown.source === 'bookkeeper' && !ready,
    })),
    next,
  }
}
