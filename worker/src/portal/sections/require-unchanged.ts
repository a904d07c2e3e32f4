import { and, eq, exists, inArray, isNotNull, notExists, sql } from 'drizzle-orm'
import type { BookkeeperContext } from '../../context.ts'
import { bookClientAuth, bookClients, bookFormSubmissions, bookWorkforms } from '../../platform/db/schema/index.ts'
import { check, type Step } from '../../platform/db/write.ts'
import type { AssignmentPlan } from './assign-steps.ts'
import { isAssignable } from './assignable.ts'

/** Returns steps that fail with `stale` if the workform, a client or a submission has changed since it was read. */
export function requireUnchanged(ctx: BookkeeperContext, { workform, assignees }: AssignmentPlan): Step[] {
  const { db, actor } = ctx
  const current = db
    .select({ id: bookWorkforms.id })
    .from(bookWorkforms)
    .where(and(eq(bookWorkforms.id, workform.id), eq(bookWorkforms.version, workform.version), isAssignable(ctx)))
  const declined = db
    .select({ id: bookClientAuth.id })
    .from(bookClientAuth)
    .where(and(eq(bookClientAuth.client_id, bookClients.id), isNotNull(bookClientAuth.declined_at)))
  const willing = and(
    eq(bookClients.bookkeeper_id, actor.userId),
    inArray(
      bookClients.id,
      assignees.map((a) => a.client.id),
    ),
    eq(bookClients.is_archived, false),
    notExists(declined),
  )
  const archived = and(
    inArray(
      bookFormSubmissions.id,
      assignees.flatMap((a) => a.submissionId ?? []),
    ),
    isNotNull(bookFormSubmissions.archived_at),
  )
  return [
    check('stale', exists(current)),
    check('stale', sql`${db.$count(bookClients, willing)} = ${assignees.length}`),
    check('stale', sql`${db.$count(bookFormSubmissions, archived)} = 0`),
  ]
}
