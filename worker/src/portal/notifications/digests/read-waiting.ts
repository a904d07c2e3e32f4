import { and, eq, exists, gt, inArray, min, sql } from 'drizzle-orm'
import type { Database } from '../../../platform/db/client.ts'
import { CLIENT_TIME_ZONE, clientProfiles, isClientProfile } from '../../../platform/db/client-time-zone.ts'
import {
  agentClients,
  authUsers,
  bookClientAuth,
  bookClients,
  followUps,
  mailDigests,
  mailSwitches,
  profiles,
} from '../../../platform/db/schema/index.ts'
import { wantsMail } from '../../../platform/mail/mail-switches.ts'
import { isSeen } from '../is-seen.ts'
import { DIGEST_KINDS } from './compose-waiting.ts'
import type { DueDigest } from './digest-source.ts'

/** A digest that waits, as it is stored. */
export type WaitingDigest = Awaited<ReturnType<typeof readWaiting>>[number]

const { items } = mailDigests
const reader = sql<string | null>`(SELECT ${authUsers.id} FROM ${authUsers}
  WHERE ${authUsers.email} = ${mailDigests.address})`
const notification = sql`i.value ->> 'notification_id'`
/** The notifications about items that the reader has read in the bell, as a JSON array. */
const seenNotifications = sql<string>`(SELECT json_group_array(${notification}) FROM json_each(${items}) i
  WHERE ${isSeen(reader, bookClients.id, notification)})`

/**
 * Selects the digests that wait for an address from a sender. Kinds of a later release, which may run beside this one,
 * wait for it.
 */
export function readWaiting(db: Database, address: string, sender: string, now: Date) {
  // Not one that should have been sent long ago.
  const soon = new Date(now.getTime() - 3_600_000).toISOString()
  const reminder = db
    .select({ at: min(followUps.at) })
    .from(followUps)
    .where(
      and(
        eq(followUps.client_id, bookClients.id),
        eq(followUps.kind, 'message'),
        eq(followUps.state, 'planned'),
        eq(followUps.skip, false),
        gt(followUps.at, soon),
        wantsMail('reminders', mailDigests.address),
      ),
    )
  const { address: to, kind } = mailSwitches
  const off = db
    .select({ kind })
    .from(mailSwitches)
    .where(and(eq(to, sql`lower(${mailDigests.address})`), eq(kind, mailDigests.kind)))
  return db
    .select({
      address: mailDigests.address,
      kind: mailDigests.kind,
      sender: mailDigests.sender,
      firm_id: profiles.firm_id,
      client_id: bookClients.id,
      // The reader's account, if there is one.
      reader_id: sql<string | null>`iif(${mailDigests.sender} = '', ${reader}, ${bookClientAuth.auth_user_id})`,
      time_zone: sql<string | null>`${CLIENT_TIME_ZONE}`,
      routine_mail_at: agentClients.routine_mail_at,
      /** When the agent sends its next reminder. */
      reminder_at: sql<string | null>`(${reminder})`,
      is_off: sql`${exists(off)}`.mapWith(Boolean),
      items,
      seen: seenNotifications,
      total: mailDigests.total,
      due_at: mailDigests.due_at,
      latest_at: mailDigests.latest_at,
    })
    .from(mailDigests)
    .leftJoin(profiles, eq(profiles.id, mailDigests.sender))
    .leftJoin(
      bookClients,
      and(eq(bookClients.bookkeeper_id, mailDigests.sender), eq(bookClients.email, mailDigests.address)),
    )
    .leftJoin(bookClientAuth, eq(bookClientAuth.client_id, bookClients.id))
    .leftJoin(clientProfiles, isClientProfile)
    .leftJoin(agentClients, eq(agentClients.client_id, bookClients.id))
    .where(
      and(
        eq(mailDigests.address, address),
        eq(mailDigests.sender, sender),
        inArray(mailDigests.kind, [...DIGEST_KINDS]),
      ),
    )
}

/** Returns a digest without the items that the reader has seen. @throws SyntaxError, TypeError when it is damaged */
export function withoutSeen({ seen, ...row }: WaitingDigest): DueDigest<never> {
  const all = JSON.parse(row.items) as { notification_id?: string }[]
  const read = new Set(JSON.parse(seen) as string[])
  const unseen = all.filter(({ notification_id }) => notification_id === undefined || !read.has(notification_id))
  return { ...row, items: unseen as never[], unlisted: row.total - all.length }
}
