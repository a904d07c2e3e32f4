import type { Context } from '../context.ts'
import { type Step, step } from '../db/write.ts'
import type { SqlValue } from '../db/writer/hrana.ts'
import { enqueueEach } from '../outbox/enqueue.ts'

/** Rows of book_client_workforms by a condition on its columns. */
export interface Chosen {
  where: string
  args: readonly SqlValue[]
}

/** Objects that the bucket removes in one call. */
const PURGE_AT_ONCE = 1000

/** Steps that remove uploaded files: the rows and uploads under way at once, the objects after the batch. `which` is a condition on the columns of files. */
export function removeFiles(ctx: Pick<Context, 'now'>, which: Chosen): Step[] {
  const { where, args } = which
  return [
    enqueueEach(ctx, 'purge', {
      sql: `SELECT 'files:' || client_id AS recipient, json_object('paths', json_group_array(path),
              'uploads', json_group_array(json_object('path', path, 'upload_id', upload_id)) FILTER (WHERE upload_id IS NOT NULL)) AS payload
            FROM (SELECT client_id, path, (SELECT u.upload_id FROM file_uploads u WHERE u.file_id = files.id) AS upload_id,
                    (row_number() OVER (PARTITION BY client_id) - 1) / ${PURGE_AT_ONCE} AS lot
                  FROM files WHERE state <> 'removed' AND (${where})) GROUP BY client_id, lot`,
      args,
    }),
    step({
      sql: `DELETE FROM file_uploads WHERE file_id IN (SELECT id FROM files WHERE state <> 'removed' AND (${where}))`,
      args,
    }),
    step({ sql: `UPDATE files SET state = 'removed' WHERE state <> 'removed' AND (${where})`, args }),
  ]
}

/**
 * Steps that take assigned sections back: their files, drafts and statuses go with them. What is left of the submissions is the
 * caller's (`tidySubmissions`).
 */
export function withdrawSections(ctx: Pick<Context, 'now'>, { where, args }: Chosen): Step[] {
  const rows = `FROM book_client_workforms WHERE ${where}`
  return [
    ...removeFiles(ctx, { where: `assignment_id IN (SELECT id ${rows})`, args }),
    step({
      sql: `DELETE FROM workform_section_statuses WHERE (submission_id, section_name) IN (SELECT submission_id, section_name ${rows})`,
      args,
    }),
    step({ sql: `DELETE ${rows}`, args }),
  ]
}

/** Steps that drop the answers of sections that are no longer there, and submissions without any section. `which`: on its columns. */
export function tidySubmissions(ctx: Pick<Context, 'now'>, { where, args }: Chosen): Step[] {
  const sections = 'SELECT a.section_name FROM book_client_workforms a WHERE a.submission_id = book_form_submissions.id'
  return [
    step({ sql: `DELETE FROM book_form_submissions WHERE ${where} AND NOT EXISTS (${sections})`, args }),
    step({
      sql: `UPDATE book_form_submissions
            SET data = (SELECT json_group_object(key, json(value)) FROM json_each(data) WHERE key IN (${sections})), updated_at = ?
            WHERE ${where} AND EXISTS (SELECT 1 FROM json_each(data) WHERE key NOT IN (${sections}))`,
      args: [ctx.now.toISOString(), ...args],
    }),
  ]
}
