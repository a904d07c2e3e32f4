import { eq, inArray, or } from 'drizzle-orm'
import * as z from 'zod'
import { runFollowUps } from '../portal/agent/run-follow-ups.ts'
import type { Context } from '../context.ts'
import { runBatch } from '../platform/db/run-batch.ts'
import { agentClients, authUsers, bookClients } from '../platform/db/schema/index.ts'

/** The time at which the agent runs, and the bookkeeper (id or email address) whose clients it follows up with. */
export const FollowUpsRun = z.object({ now: z.iso.datetime(), bookkeeper: z.string() })

/** Runs the agent for one bookkeeper's clients at another time, to see weeks of follow-ups in minutes. */
export async function runFollowUpsAt(
  ctx: Context,
  { now, bookkeeper }: z.output<typeof FollowUpsRun>,
): Promise<{ next: string | null }> {
  const clients = ctx.db
    .select({ id: bookClients.id })
    .from(bookClients)
    .innerJoin(authUsers, eq(authUsers.id, bookClients.bookkeeper_id))
    .where(or(eq(authUsers.id, bookkeeper), eq(authUsers.email, bookkeeper)))
  const only = inArray(agentClients.client_id, clients)
  const next = await runFollowUps(
    { env: ctx.env, write: (queries) => runBatch(ctx.env, queries), now: new Date(now), queuedAt: ctx.now },
    only,
  )
  return { next: next?.toISOString() ?? null }
}
