import type { WorkformImpact } from '@portal/contract/workforms'
import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { BookkeeperContext } from '../context.ts'
import { found } from '../errors.ts'

type Impact = z.infer<typeof WorkformImpact>

/**
 * What a change or a deletion of the workform touches: assignments that are not approved as a whole, all clients that have it, and
 * sections that keep what they were answered on.
 * @throws AppError `not_found`
 */
export async function getImpact(ctx: BookkeeperContext, id: string): Promise<Impact> {
  const [row] = await ctx.db.all<Impact>(sql`
    SELECT (SELECT count(DISTINCT client_id) FROM book_client_workforms WHERE workform_id = w.id AND status <> 'approved') AS active_assignments,
      (SELECT count(DISTINCT client_id) FROM book_client_workforms WHERE workform_id = w.id) AS clients,
      (SELECT count(*) FROM book_client_workforms WHERE workform_id = w.id AND status IN ('completed', 'approved')) AS locked_sections
    FROM book_workforms w WHERE w.id = ${id} AND w.user_id = ${ctx.actor.userId} AND w.deleted_at IS NULL`)
  const { active_assignments, clients, locked_sections } = found(row)
  return { active_assignments, clients, locked_sections }
}
