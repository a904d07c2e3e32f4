import type { Context } from '../context.ts'
import { type Step, step } from '../db/write.ts'
import { type Condition, removeFiles } from '../storage/remove-files.ts'

/**
 * Returns steps that withdraw assigned sections with their files, drafts and statuses. Callers also run
 * `tidySubmissions`.
 * @param condition on the columns of book_client_workforms
 */
export function withdrawSections(ctx: Pick<Context, 'now'>, { where, args }: Condition): Step[] {
  const rows = `FROM book_client_workforms WHERE ${where}`
  return [
    ...removeFiles(ctx, { where: `assignment_id IN (SELECT id ${rows})`, args }),
    step({
      sql: `DELETE FROM workform_section_statuses
            WHERE (submission_id, section_name) IN (SELECT submission_id, section_name ${rows})`,
      args,
    }),
    step({ sql: `DELETE ${rows}`, args }),
  ]
}

/**
 * Returns steps that delete the answers of withdrawn sections, and submissions without sections.
 * @param condition on the columns of book_form_submissions
 */
export function tidySubmissions(ctx: Pick<Context, 'now'>, { where, args }: Condition): Step[] {
  const sections = 'SELECT a.section_name FROM book_client_workforms a WHERE a.submission_id = book_form_submissions.id'
  return [
    step({ sql: `DELETE FROM book_form_submissions WHERE ${where} AND NOT EXISTS (${sections})`, args }),
    step({
      sql: `UPDATE book_form_submissions
            SET data = (SELECT json_group_object(key, json(value)) FROM json_each(data) WHERE key IN (${sections})),
              updated_at = ?
            WHERE ${where} AND EXISTS (SELECT 1 FROM json_each(data) WHERE key NOT IN (${sections}))`,
      args: [ctx.now.toISOString(), ...args],
    }),
  ]
}
