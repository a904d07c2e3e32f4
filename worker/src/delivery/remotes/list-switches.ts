import { LIVE_SWITCH_KINDS } from '@portal/contract/live-switches'
import type { RemoteSwitches } from '@portal/contract/remotes'
import { and, desc, eq, inArray, lte, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Context } from '../../context.ts'
import { remoteSwitches } from '../../db/schema/index.ts'

const PAGE_SIZE = 100
/** Orders switches of the same millisecond. */
const COMMITTED_LAST = desc(sql`${remoteSwitches}.rowid`)

/**
 * Lists the switches of a remote up to a time, newest first.
 * @returns also the version that was live at that time; null for none
 */
export async function listSwitches(
  { db, now }: Context,
  name: string,
  at = now.toISOString(),
): Promise<z.output<typeof RemoteSwitches>> {
  const until = and(eq(remoteSwitches.name, name), lte(remoteSwitches.at, at))
  const all = db
    .select({
      kind: remoteSwitches.kind,
      from: remoteSwitches.from_version,
      to: remoteSwitches.to_version,
      actor: remoteSwitches.actor,
      reason: remoteSwitches.reason,
      at: remoteSwitches.at,
    })
    .from(remoteSwitches)
    .where(until)
    .orderBy(desc(remoteSwitches.at), COMMITTED_LAST)
    .limit(PAGE_SIZE)
  const last = db
    .select({ version: remoteSwitches.to_version })
    .from(remoteSwitches)
    .where(and(until, inArray(remoteSwitches.kind, LIVE_SWITCH_KINDS)))
    .orderBy(desc(remoteSwitches.at), COMMITTED_LAST)
    .limit(1)
  const [items, [live]] = await db.batch([all, last])
  return { items, live: live?.version ?? null }
}
