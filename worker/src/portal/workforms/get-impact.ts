import { assignmentStatuses } from '@portal/contract/section-machine'
import type { WorkformImpact } from '@portal/contract/workforms'
import { and, asc, count, countDistinct, eq, inArray, notInArray, type SQL, sql } from 'drizzle-orm'
import type { BookkeeperContext } from '../../context.ts'
import { bookClients, bookClientWorkforms, bookWorkforms } from '../../platform/db/schema/index.ts'
import { found } from '../../errors.ts'
import { isOwnWorkform } from './get-workform.ts'

/** Most clients that are named. */
const MAX_NAMES = 3

const { client_id, section_name, status } = bookClientWorkforms
const isOpen = inArray(status, assignmentStatuses('open'))
const isWaiting = inArray(status, assignmentStatuses('waiting'))
const isNotDone = notInArray(status, assignmentStatuses('done'))

const sections = (condition: SQL) => sql<number>`count(${status}) FILTER (WHERE ${condition})`
const clients = (condition: SQL) => sql<number>`count(DISTINCT ${client_id}) FILTER (WHERE ${condition})`

/**
 * Returns what editing or deleting the workform affects: unapproved assignments, all its clients, sections that stay on
 * their version, and work that a deletion destroys. Clients of colleagues are counted but not named.
 * @throws AppError `not_found`
 */
export async function getImpact(ctx: BookkeeperContext, id: string): Promise<WorkformImpact> {
  const { userId } = ctx.actor
  const own = isOwnWorkform(ctx, id)
  const ofWorkform = eq(bookClientWorkforms.workform_id, bookWorkforms.id)
  const activeClients = ctx.db
    .select({ client_id })
    .from(bookClientWorkforms)
    .where(and(eq(bookClientWorkforms.workform_id, id), isNotDone))
  const [[counts], named, open_sections] = await ctx.db.batch([
    ctx.db
      .select({
        active_assignments: clients(isNotDone),
        clients: countDistinct(client_id),
        locked_sections: sections(inArray(status, assignmentStatuses('waiting', 'done'))),
        waiting: {
          sections: sections(isWaiting),
          clients: clients(isWaiting),
          own: sections(sql`${isWaiting} AND ${bookClientWorkforms.assigned_by} = ${userId}`),
        },
        begun_sections: sections(eq(status, 'in_progress')),
      })
      .from(bookWorkforms)
      .leftJoin(bookClientWorkforms, ofWorkform)
      .where(own)
      .groupBy(bookWorkforms.id),
    ctx.db
      .select({ name: bookClients.name })
      .from(bookClients)
      .where(and(eq(bookClients.bookkeeper_id, userId), inArray(bookClients.id, activeClients)))
      .orderBy(asc(bookClients.name_order), asc(bookClients.id))
      .limit(MAX_NAMES),
    ctx.db
      .select({ name: section_name, clients: count() })
      .from(bookWorkforms)
      .innerJoin(bookClientWorkforms, ofWorkform)
      .where(and(own, isOpen))
      .groupBy(section_name)
      .orderBy(sql`min(${bookClientWorkforms.position})`),
  ])
  return { ...found(counts), names: named.map(({ name }) => name), open_sections }
}
