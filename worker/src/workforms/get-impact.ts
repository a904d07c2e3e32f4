import type { WorkformImpact } from '@portal/contract/workforms'
import { sql } from 'drizzle-orm'
import type { BookkeeperContext } from '../context.ts'
import type { Encoded } from '../db/encoded.ts'
import { found } from '../errors.ts'
import { isLocked, isNotDone, isOpen, isWaiting } from '../db/section-phase.ts'

/** Most clients that are named. */
const MAX_NAMES = 3

/**
 * Returns what editing or deleting the workform affects: unapproved assignments, all its clients, sections that stay on
 * their version, and work that a deletion destroys. Clients of colleagues are counted but not named.
 * @throws AppError `not_found`
 */
export async function getImpact(ctx: BookkeeperContext, id: string): Promise<Encoded<WorkformImpact>> {
  const { userId } = ctx.actor
  const [row] = await ctx.db.all<{ answer: string }>(sql`
    SELECT json_object(
      'active_assignments', (SELECT count(DISTINCT a.client_id) FROM book_client_workforms a
        WHERE a.workform_id = w.id AND ${sql.raw(isNotDone('a'))}),
      'clients', (SELECT count(DISTINCT a.client_id) FROM book_client_workforms a WHERE a.workform_id = w.id),
      'locked_sections', (SELECT count(*) FROM book_client_workforms a
        WHERE a.workform_id = w.id AND ${sql.raw(isLocked('a'))}),
      'waiting', (SELECT json_object('sections', count(*), 'clients', count(DISTINCT a.client_id),
          'own', coalesce(sum(a.assigned_by = w.user_id), 0))
        FROM book_client_workforms a WHERE a.workform_id = w.id AND ${sql.raw(isWaiting('a'))}),
      'begun_sections', (SELECT count(*) FROM book_client_workforms a
        WHERE a.workform_id = w.id AND a.status = 'in_progress'),
      'names', (SELECT json_group_array(n.name) FROM (
        SELECT c.name FROM book_clients c WHERE c.bookkeeper_id = ${userId} AND c.id IN (
          SELECT a.client_id FROM book_client_workforms a WHERE a.workform_id = w.id AND ${sql.raw(isNotDone('a'))})
        ORDER BY c.name COLLATE NOCASE, c.id LIMIT ${MAX_NAMES}) n),
      'open_sections', (SELECT json_group_array(json_object('name', s.section_name, 'clients', s.clients)) FROM (
        SELECT section_name, count(*) AS clients FROM book_client_workforms
        WHERE workform_id = w.id AND ${sql.raw(isOpen())}
        GROUP BY section_name ORDER BY min(position)) s)
    ) AS answer
    FROM book_workforms w WHERE w.id = ${id} AND w.user_id = ${userId} AND w.deleted_at IS NULL`)
  return found(row).answer as Encoded<WorkformImpact>
}
