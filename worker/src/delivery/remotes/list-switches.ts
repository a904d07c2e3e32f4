import { OTHER_SWITCH_KINDS } from '@portal/contract/live-switches'
import type { RemoteSwitches } from '@portal/contract/publishing'
import { and, desc, eq, notInArray, lte, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import type { Database } from '../../platform/db/client.ts'
import { remoteSwitches, remoteVersions } from '../../platform/db/schema/index.ts'

const PAGE_SIZE = 100
/** Orders switches of the same millisecond. */
const COMMITTED_LAST = desc(sql`${remoteSwitches}.rowid`)
/** The version that a switch is about: what was taken back, or else what was put into service. */
const ABOUT = sql`coalesce(iif(${remoteSwitches.kind} IN ('rollback', 'stop'), ${remoteSwitches.from_version}, NULL),
  ${remoteSwitches.to_version})`

/** Selects switches with what the publisher says about their versions. */
export const describedSwitches = (db: Database) =>
  db
    .select({
      name: remoteSwitches.name,
      kind: remoteSwitches.kind,
      from: remoteSwitches.from_version,
      to: remoteSwitches.to_version,
      actor: remoteSwitches.actor,
      reason: remoteSwitches.reason,
      at: remoteSwitches.at,
      message: remoteVersions.message,
      author: remoteVersions.author,
    })
    .from(remoteSwitches)
    .leftJoin(remoteVersions, and(eq(remoteVersions.name, remoteSwitches.name), eq(remoteVersions.version, ABOUT)))

/**
 * Lists the switches of a remote up to a time, newest first.
 * @returns also the version that was live at that time; null for none
 */
export async function listSwitches(
  { db, now }: Context,
  name: string,
  at = now.toISOString(),
): Promise<RemoteSwitches> {
  const until = and(eq(remoteSwitches.name, name), lte(remoteSwitches.at, at))
  const all = describedSwitches(db).where(until).orderBy(desc(remoteSwitches.at), COMMITTED_LAST).limit(PAGE_SIZE)
  const last = db
    .select({ version: remoteSwitches.to_version })
    .from(remoteSwitches)
    .where(and(until, notInArray(remoteSwitches.kind, [...OTHER_SWITCH_KINDS])))
    .orderBy(desc(remoteSwitches.at), COMMITTED_LAST)
    .limit(1)
  const [items, [live]] = await db.batch([all, last])
  return { items, live: live?.version ?? null }
}
