import { UPLOAD_TTL_MS } from '@portal/contract/limits'
import type { SqlValue, Statement } from '../db/statement.ts'

/** Files per run. */
const BATCH_SIZE = 100

type Run = (statements: Statement[]) => Promise<Record<string, SqlValue>[][]>

const UNUSED = `NOT EXISTS (
  SELECT 1 FROM book_workforms w JOIN workform_versions v ON v.workform_id = w.id JOIN json_each(v.fields) f
  WHERE w.firm_id = files.firm_id AND f.value ->> '$.templateFile.path' IN (files.id, files.path))`

/**
 * Removes template files that no workform version uses, such as those of an abandoned dialog. Checks one batch.
 * @param from where the last run stopped
 * @returns where the next run continues, undefined at the end
 */
export async function sweepTemplates(
  bucket: Pick<R2Bucket, 'delete'>,
  run: Run,
  from = '',
  now: Date = new Date(),
): Promise<string | undefined> {
  const before = new Date(now.getTime() - UPLOAD_TTL_MS).toISOString()
  const batch = `SELECT f.id FROM files f
    WHERE f.purpose = 'template' AND f.state = 'stored' AND f.id > ? AND f.created_at < ?
    ORDER BY f.id LIMIT ${BATCH_SIZE}`
  const [checked = []] = await run([{ sql: batch, args: [from, before] }])
  const ids = JSON.stringify(checked.map((row) => row['id']))
  // Marked first: after a crash, `sweepObjects` finds the object.
  const [removed = []] = await run([
    {
      sql: `UPDATE files SET state = 'removed'
            WHERE files.id IN (SELECT j.value FROM json_each(?) j) AND ${UNUSED} RETURNING path`,
      args: [ids],
    },
  ])
  if (removed.length > 0) await bucket.delete(removed.map((row) => String(row['path'])))
  return checked.length === BATCH_SIZE ? String(checked.at(-1)?.['id']) : undefined
}
