import { UPLOAD_TTL_MS } from '@portal/contract/limits'
import type { SqlValue, Statement } from '../db/writer/hrana.ts'
import { abortParts } from '../storage/parts.ts'

const AT_ONCE = 500
/** Pages of the bucket that one sweep looks through: in large ones it goes on where it stopped. */
const PAGES = 10

/** Carries out statements as one batch and gives the rows of each. */
type Run = (statements: Statement[]) => Promise<Record<string, SqlValue>[][]>

const tooOld = (now: Date): string => new Date(now.getTime() - UPLOAD_TTL_MS).toISOString()

const LEFT = `f.state = 'pending' AND f.created_at < ?1
  AND NOT EXISTS (SELECT 1 FROM file_uploads u WHERE u.file_id = f.id AND u.active_at >= ?1)`

/**
 * Removes uploads on which nothing has moved for a day (their sender or the worker died). They are marked first: one that is completed
 * meanwhile either is a file already, or does not become one. What a crash leaves is found as an object without a file.
 */
export async function sweepUploads(bucket: R2Bucket, run: Run, now: Date = new Date()): Promise<number> {
  const before = tooOld(now)
  const [rows = []] = await run([
    {
      sql: `UPDATE files SET state = 'removed' WHERE id IN (SELECT f.id FROM files f WHERE ${LEFT} ORDER BY f.created_at LIMIT ${AT_ONCE})
            RETURNING id, path, (SELECT u.upload_id FROM file_uploads u WHERE u.file_id = files.id) AS upload_id`,
      args: [before],
    },
  ])
  if (rows.length === 0) return 0
  for (const { path, upload_id } of rows) {
    if (typeof upload_id === 'string') await abortParts(bucket, { path: String(path), upload_id })
  }
  await bucket.delete(rows.map((r) => String(r['path'])))
  const ids = JSON.stringify(rows.map((r) => r['id']))
  await run([
    { sql: `DELETE FROM files WHERE state = 'removed' AND id IN (SELECT value FROM json_each(?))`, args: [ids] },
  ])
  return rows.length
}

/** Removes files that were chosen for a chat message and never sent with one: object first, then the row. */
export async function sweepUnsent(bucket: Pick<R2Bucket, 'delete'>, run: Run, now: Date = new Date()): Promise<number> {
  const unsent = `f.purpose = 'chat' AND f.message_id IS NULL AND f.state = 'stored' AND f.created_at < ?1`
  const before = tooOld(now)
  // Marked first: a message that would still take it along does not find it any more.
  const [rows = []] = await run([
    {
      sql: `UPDATE files SET state = 'removed' WHERE id IN (SELECT f.id FROM files f WHERE ${unsent} ORDER BY f.created_at LIMIT ${AT_ONCE}) RETURNING path`,
      args: [before],
    },
  ])
  // Should this not come to pass, the object is one that no row refers to, and is found as such.
  if (rows.length > 0) await bucket.delete(rows.map((r) => String(r['path'])))
  return rows.length
}

/**
 * Removes objects that no row refers to: what is left when the worker dies between the two. `from` is where the last sweep stopped;
 * gives where the next one goes on, undefined at the end.
 */
export async function sweepObjects(
  bucket: R2Bucket,
  run: Run,
  from?: string,
  now: Date = new Date(),
): Promise<string | undefined> {
  let cursor = from
  for (let page = 0; page < PAGES; page++) {
    const listed = await bucket.list({ limit: AT_ONCE, ...(cursor ? { cursor } : {}) })
    const old = listed.objects.filter((o) => o.uploaded.toISOString() < tooOld(now)).map((o) => o.key)
    if (old.length > 0) {
      const known = `SELECT path FROM files WHERE state <> 'removed' AND path IN (SELECT value FROM json_each(?))`
      const [rows = []] = await run([{ sql: known, args: [JSON.stringify(old)] }])
      const kept = new Set(rows.map((r) => r['path']))
      const orphans = old.filter((key) => !kept.has(key))
      if (orphans.length > 0) await bucket.delete(orphans)
    }
    cursor = listed.truncated ? listed.cursor : undefined
    if (!cursor) return undefined
  }
  return cursor
}
