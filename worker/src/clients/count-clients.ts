import type { ClientCounts } from '@portal/contract/clients'
import { CLIENT_STATUSES } from '@portal/contract/statuses'
import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { BookkeeperContext } from '../context.ts'
import { clientCounts } from '../db/schema/index.ts'

/** Counts the bookkeeper's clients by status. */
export async function countClients(ctx: BookkeeperContext): Promise<z.infer<typeof ClientCounts>> {
  const rows = await ctx.db
    .select({ status: clientCounts.status, n: clientCounts.n })
    .from(clientCounts)
    .where(eq(clientCounts.bookkeeper_id, ctx.actor.userId))
  const counts = { total: 0, new: 0, onboarding: 0, active: 0, inactive: 0 }
  for (const status of CLIENT_STATUSES) counts[status] = rows.find((r) => r.status === status)?.n ?? 0
  counts.total = rows.reduce((sum, r) => sum + r.n, 0)
  return counts
}
