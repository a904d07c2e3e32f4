import { UPLOAD_TTL_MS } from '@portal/contract/limits'
import type { SqlValue, Statement } from '../db/statement.ts'
import { abortParts } from '../storage/parts.ts'

/** Files or objects per batch. */
const BATCH_SIZE = 500
/** Pages of the bucket per run. The next run continues where it stopped. */
const MAX_PAGES = 10

/** Runs statements as one batch. Returns the rows of each. */
type Run = (statements: Statement[]) => Promise<Record<string, SqlValue>[][]>

const expiryOf = (now: Date): string => new Date(now.getTime() - UPLOAD_TTL_MS).toISOString()

const ABANDONED = `f.state = 'pending' AND f.created_at < ?1
  AND NOT EXISTS (SELECT 1 FROM file_uploads u WHERE u.file_id = f.id AND u.active_at >= ?1)`

/**
 * Removes uploads that were inactive for a day. Marks them first, so that an upload cannot be completed while it is
 * removed. After a crash, `sweepObjects` finds the object.
 */
export async function sweepUploads(bucket: R2Bucket, run: Run, now: Date = new Date()): Promise<number> {
  const before = expiryOf(now)
  const [rows = []] = await run([
    {
      sql: `UPDATE files SET state = 'removed'
            WHERE id IN (SELECT f.id FROM files f WHERE ${ABANDONED} ORDER BY f.created_at LIMIT ${BATCH_SIZE})
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

/** Removes chat files that were never sent with a message. */
export async function sweepUnsent(bucket: Pick<R2Bucket, 'delete'>, run: Run, now: Date = new Date()): Promise<number> {
  const unsent = `f.purpose = 'chat' AND f.message_id IS NULL AND f.state = 'stored' AND f.created_at < ?1`
  const before = expiryOf(now)
  // Marked first, so that a message can no longer include it.
  const [rows = []] = await run([
    {
      sql: `UPDATE files SET state = 'removed'
            WHERE id IN (SELECT f.id FROM files f WHERE ${unsent} ORDER BY f.created_at LIMIT ${BATCH_SIZE})
            RETURNING path`,
      args: [before],
    },
  ])
  // After a crash, `sweepObjects` finds the object.
  if (rows.length > 0) await bucket.delete(rows.map((r) => String(r['path'])))
  return rows.length
}

/**
 * Removes objects without a row, which a crash can leave behind.
 * @param from where the last run stopped
 * @returns where the next run continues, undefined at the end
 */
export async function sweepObjects(
  bucket: R2Bucket,
  run: Run,
  from?: string,
  now: Date = new Date(),
): Promise<string | undefined> {
  let cursor = from
  for (let page = 0; page < MAX_PAGES; page++) {
    const listed = await bucket.list({ limit: BATCH_SIZE, ...(cursor ? { cursor } : {}) })
    const old = listed.objects.filter((o) => o.uploaded.toISOString() < expiryOf(now)).map((o) => o.key)
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
