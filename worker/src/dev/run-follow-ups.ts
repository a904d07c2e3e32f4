import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { runFollowUps } from '../agent/run-follow-ups.ts'
import type { Context } from '../context.ts'

/** The time at which the agent runs, and the bookkeeper (id or email address) whose clients it follows up with. */
export const FollowUpsRun = z.object({ now: z.iso.datetime(), bookkeeper: z.string() })

/** Runs the agent for one bookkeeper's clients at another time, to see weeks of follow-ups in minutes. */
export async function runFollowUpsAt(
  ctx: Context,
  { now, bookkeeper }: z.output<typeof FollowUpsRun>,
): Promise<{ next: string | null }> {
  const only = sql`g.client_id IN (SELECT c.id FROM book_clients c JOIN auth_users u ON u.id = c.bookkeeper_id
    WHERE ${bookkeeper} IN (u.id, u.email))`
  const next = await runFollowUps({ env: ctx.env, now: new Date(now), queuedAt: ctx.now }, only)
  return { next: next?.toISOString() ?? null }
}
