import { addDays } from '@portal/contract/dates'
import { and, eq, inArray, lte, type SQL, sql } from 'drizzle-orm'
import { sendAt } from '../../../platform/time/send-times.ts'
import type { Database } from '../../../platform/db/client.ts'
import { agentClients, type DigestKind, mailDigests } from '../../../platform/db/schema/index.ts'
import type { Query } from '../../../platform/db/statement.ts'
import type { Settings } from '../../../env.ts'
import { localTime } from '../../../platform/time/time-zone.ts'
import type { Part } from './compose-waiting.ts'
import type { WaitingDigest } from './read-waiting.ts'

/*
 * A client gets one mail a day that nobody waits for: what is new, and the agent's reminder. Decisions, and what a
 * person writes, take along what waits.
 */

/** News for a client that can wait. */
const ROUTINE: readonly DigestKind[] = ['assigned', 'receipts']
/** The agent may be this late with a reminder for which news wait. */
const LATE_MS = 15 * 60_000

interface At {
  now: Date
  config: Settings
}

/**
 * Returns until when what a mail would tell waits: for today's reminder, or after today's mail for the next morning.
 * Undefined if it is sent now.
 */
export function waitsUntil({ now, config }: At, digest: WaitingDigest, parts: readonly Part[]): Date | undefined {
  const { client_id, routine_mail_at, reminder_at } = digest
  // Who no longer is a client has nothing to read.
  if (client_id === null || !parts.every(({ kind }) => ROUTINE.includes(kind))) return undefined
  const timeZone = digest.time_zone ?? 'UTC'
  const today = localTime(timeZone, now).day
  const isToday = (at: Date): boolean => localTime(timeZone, at).day === today
  // What is due today would come too late tomorrow.
  const isUrgent = parts.some((part) => 'entries' in part && part.entries.some((e) => (e.due_date ?? '9') <= today))
  const every = config.ROUTINE_MAIL_EVERY_S * 1000
  const mailed = routine_mail_at === null ? undefined : new Date(routine_mail_at)
  if (mailed && isToday(mailed) && !isUrgent) {
    const morning = sendAt(addDays(today, 1), { times: [], clientId: client_id, timeZone })
    const until = new Date(Math.min(morning.getTime(), mailed.getTime() + every))
    return until > now ? until : undefined
  }
  const reminder = reminder_at === null ? undefined : new Date(reminder_at)
  if (!reminder || !isToday(reminder)) return undefined
  const until = new Date(reminder.getTime() + LATE_MS)
  return until > now && until.getTime() <= now.getTime() + every ? until : undefined
}

/** Returns a statement that lets the news that are due wait until a time, and then for a reader who is online. */
export function waitQuery(db: Database, { now, config }: At, { address, sender }: WaitingDigest, until: Date): Query {
  const { due_at, kind, latest_at } = mailDigests
  const latest = new Date(until.getTime() + config.MAIL_DELAY_MAX_S * 1000).toISOString()
  return db
    .update(mailDigests)
    .set({ due_at: until.toISOString(), latest_at: sql`max(${latest_at}, ${latest})` })
    .where(
      and(
        eq(mailDigests.address, address),
        eq(mailDigests.sender, sender),
        inArray(kind, [...ROUTINE]),
        lte(due_at, now.toISOString()),
      ),
    )
}

/** Returns the statements that record a mail of the day to a client, under a condition. */
export function mailedQueries(
  db: Database,
  now: Date,
  clientId: string | null,
  kinds: readonly DigestKind[],
  holds: SQL | undefined,
): Query[] {
  if (clientId === null || !kinds.some((kind) => kind === 'reminders' || ROUTINE.includes(kind))) return []
  const mailed = { routine_mail_at: now.toISOString() }
  return [
    db
      .update(agentClients)
      .set(mailed)
      .where(and(eq(agentClients.client_id, clientId), holds)),
  ]
}
