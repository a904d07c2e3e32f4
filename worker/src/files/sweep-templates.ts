import { UPLOAD_TTL_MS } from '@portal/contract/limits'
import type { SqlValue, Statement } from '../db/writer/hrana.ts'

const AT_ONCE = 100

type Run = (statements: Statement[]) => Promise<Record<string, SqlValue>[][]>

const UNUSED = `NOT EXISTS (SELECT 1 FROM book_workforms w JOIN workform_versions v ON v.workform_id = w.id JOIN json_each(v.fields) f
  WHERE w.firm_id = files.firm_id AND f.value ->> '$.templateFile.path' IN (files.id, files.path))`

/**
 * Removes template files that no version of a workform refers to: uploaded in a dialog that was left, or replaced before it was saved. Looks
 * at a portion; `from` is where the last one stopped. Gives where the next one goes on, undefined at the end.
 */
export async function sweepTemplates(
  bucket: Pick<R2Bucket, 'delete'>,
  run: Run,
  from = '',
  now: Date = new Date(),
): Promise<string | undefined> {
  const before = new Date(now.getTime() - UPLOAD_TTL_MS).toISOString()
  const portion = `SELECT f.id FROM files f WHERE f.purpose = 'template' AND f.state = 'stored' AND f.id > ? AND f.created_at < ? ORDER BY f.id LIMIT ${AT_ONCE}`
  const [looked = []] = await run([{ sql: portion, args: [from, before] }])
  const ids = JSON.stringify(looked.map((row) => row['id']))
  // Marked first: should the rest not come to pass, the object is one that no row refers to, and is found as such.
  const [gone = []] = await run([
    {
      sql: `UPDATE files SET state = 'removed' WHERE files.id IN (SELECT j.value FROM json_each(?) j) AND ${UNUSED} RETURNING path`,
      args: [ids],
    },
  ])
  if (gone.length > 0) await bucket.delete(gone.map((row) => String(row['path'])))
  return looked.length === AT_ONCE ? String(looked.at(-1)?.['id']) : undefined
}
