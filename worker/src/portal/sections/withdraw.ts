import { and, eq, exists, inArray, notExists, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import {
  bookClientWorkforms,
  bookFormSubmissions,
  files,
  workformSectionStatuses,
} from '../../platform/db/schema/index.ts'
import { type Step, step } from '../../platform/db/write.ts'
import { removeFiles } from '../../platform/storage/remove-files.ts'

const sections = bookClientWorkforms

/**
 * Returns steps that withdraw assigned sections with their files, drafts and statuses. Callers also run
 * `tidySubmissions`.
 * @param conditions on book_client_workforms; all must hold
 */
export function withdrawSections(ctx: Pick<Context, 'db' | 'now'>, ...conditions: [SQL, ...SQL[]]): Step[] {
  const condition = and(...conditions)
  const { id, submission_id, section_name } = sections
  const ids = ctx.db.select({ id }).from(sections).where(condition)
  const names = ctx.db.select({ submission_id, section_name }).from(sections).where(condition)
  const statuses = workformSectionStatuses
  return [
    ...removeFiles(ctx, inArray(files.assignment_id, ids)),
    step(ctx.db.delete(statuses).where(sql`(${statuses.submission_id}, ${statuses.section_name}) IN ${names}`)),
    step(ctx.db.delete(sections).where(condition)),
  ]
}

/**
 * Returns steps that delete the answers of withdrawn sections, and submissions without sections.
 * @param condition on book_form_submissions
 */
export function tidySubmissions({ db, now }: Pick<Context, 'db' | 'now'>, condition: SQL): Step[] {
  const { id, data, non_answers } = bookFormSubmissions
  const names = db.select({ name: sections.section_name }).from(sections).where(eq(sections.submission_id, id))
  const kept = (column: typeof data | typeof non_answers): SQL =>
    sql`(SELECT json_group_object(key, json(value)) FROM json_each(${column}) WHERE key IN ${names})`
  // A submitted section is in both.
  const withdrawn = sql`(SELECT 1 FROM json_each(${data}) WHERE key NOT IN ${names})`
  return [
    step(db.delete(bookFormSubmissions).where(and(condition, notExists(names)))),
    step(
      db
        .update(bookFormSubmissions)
        .set({ data: kept(data), non_answers: kept(non_answers), updated_at: now.toISOString() })
        .where(and(condition, exists(withdrawn))),
    ),
  ]
}
