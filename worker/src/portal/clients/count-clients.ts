import type { ClientCounts } from '@portal/contract/clients'
import { CLIENT_STATUSES } from '@portal/contract/statuses'
import { eq } from 'drizzle-orm'
import type { BookkeeperContext } from '../../context.ts'
import { clientCounts, tags } from '../../platform/db/schema/index.ts'

/** Counts the bookkeeper's clients by status, and lists the firm's tags. */
export async function countClients(ctx: BookkeeperContext): Promise<ClientCounts> {
  const [rows, named] = await ctx.db.batch([
    ctx.db
      .select({ status: clientCounts.status, n: clientCounts.n })
      .from(clientCounts)
      .where(eq(clientCounts.bookkeeper_id, ctx.actor.userId)),
    ctx.db.select({ name: tags.name }).from(tags).where(eq(tags.firm_id, ctx.actor.firmId)).orderBy(tags.name_order),
  ])
  const counts = { total: 0, new: 0, onboarding: 0, active: 0, inactive: 0, tags: named.map((t) => t.name) }
  for (const status of CLIENT_STATUSES) counts[status] = rows.find((r) => r.status === status)?.n ?? 0
  counts.total = rows.reduce((sum, r) => sum + r.n, 0)
  return counts
}
