import type { SqlValue, Statement } from '../db/writer/hrana.ts'

/** Age at which an upload that never ended is given up, in milliseconds. */
const GIVEN_UP_MS = 86_400_000
const AT_ONCE = 500

/**
 * Removes uploads that never came to an end (their sender and the worker both died): objects first, then their rows, so that a crash in
 * between leaves them to be found again. `run` carries out statements as one batch and gives the rows of each.
 */
export async function sweepUploads(
  bucket: R2Bucket,
  run: (statements: Statement[]) => Promise<Record<string, SqlValue>[][]>,
  now: Date = new Date(),
): Promise<number> {
  const before = new Date(now.getTime() - GIVEN_UP_MS).toISOString()
  const [rows = []] = await run([
    { sql: `SELECT id, path FROM files WHERE state = 'pending' AND created_at < ? ORDER BY created_at LIMIT ${AT_ONCE}`, args: [before] },
  ])
  if (rows.length === 0) return 0
  await bucket.delete(rows.map((r) => String(r['path'])))
  const ids = JSON.stringify(rows.map((r) => r['id']))
  await run([{ sql: `DELETE FROM files WHERE state = 'pending' AND id IN (SELECT value FROM json_each(?))`, args: [ids] }])
  return rows.length
}
