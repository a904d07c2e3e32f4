import { UPLOAD_TTL_MS } from '@portal/contract/limits'
import { and, asc, eq, gte, inArray, lt, ne, notExists, type SQL } from 'drizzle-orm'
import { files, fileUploads, IS_UNUSED } from '../../platform/db/schema/index.ts'
import { build, type Query, type Row } from '../../platform/db/statement.ts'
import { abortParts } from '../../platform/storage/parts.ts'

/** Files or objects per batch. */
const BATCH_SIZE = 500
/** Pages of the bucket per run. The next run continues where it stopped. */
const MAX_PAGES = 10

/** Runs queries as one batch. Returns the rows of each. */
export type Run = (queries: Query[]) => Promise<Row[][]>

/** Returns the time before which an upload or file must have been used to be kept. */
const expiryOf = (now: Date): string => new Date(now.getTime() - UPLOAD_TTL_MS).toISOString()

/** Returns a query for the ids of the oldest files of a condition. */
const oldestFiles = (which: SQL | undefined) =>
  build.select({ id: files.id }).from(files).where(which).orderBy(asc(files.created_at)).limit(BATCH_SIZE)

/** Returns a query that marks files as removed. It returns their ids and paths. */
const markRemoved = (ids: ReturnType<typeof oldestFiles>) =>
  build
    .update(files)
    .set({ state: 'removed' })
    .where(inArray(files.id, ids))
    .returning({ id: files.id, path: files.path })

/**
 * Removes uploads that were inactive for a day. Marks them first, so that an upload cannot be completed while it is
 * removed. After a crash, `sweepObjects` finds the object.
 */
export async function sweepUploads(bucket: R2Bucket, run: Run, now: Date = new Date()): Promise<number> {
  const before = expiryOf(now)
  const active = build
    .select({ id: fileUploads.file_id })
    .from(fileUploads)
    .where(and(eq(fileUploads.file_id, files.id), gte(fileUploads.active_at, before)))
  const abandoned = oldestFiles(and(eq(files.state, 'pending'), lt(files.created_at, before), notExists(active)))
  // In one batch: once the files are marked, the next sweep does not find their uploads.
  const [uploads = [], marked = []] = await run([
    build.select().from(fileUploads).where(inArray(fileUploads.file_id, abandoned)),
    markRemoved(abandoned),
  ])
  if (marked.length === 0) return 0
  const paths = new Map(marked.map(({ id, path }) => [id, String(path)]))
  for (const { file_id = null, upload_id } of uploads)
    await abortParts(bucket, { path: paths.get(file_id) ?? '', upload_id: String(upload_id) })
  await bucket.delete([...paths.values()])
  const ids = marked.map(({ id }) => String(id))
  await run([build.delete(files).where(and(eq(files.state, 'removed'), inArray(files.id, ids)))])
  return marked.length
}

/** Removes chat files that were never sent with a message, and templates that no workform has used. */
export async function sweepUnused(bucket: Pick<R2Bucket, 'delete'>, run: Run, now: Date = new Date()): Promise<number> {
  // Marked first, so that a message can no longer include them.
  const [marked = []] = await run([markRemoved(oldestFiles(and(IS_UNUSED, lt(files.created_at, expiryOf(now)))))])
  // After a crash, `sweepObjects` finds the objects.
  if (marked.length > 0) await bucket.delete(marked.map(({ path }) => String(path)))
  return marked.length
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
      const known = build
        .select({ path: files.path })
        .from(files)
        .where(and(ne(files.state, 'removed'), inArray(files.path, old)))
      const [rows = []] = await run([known])
      const kept = new Set(rows.map((r) => r['path']))
      const orphans = old.filter((key) => !kept.has(key))
      if (orphans.length > 0) await bucket.delete(orphans)
    }
    cursor = listed.truncated ? listed.cursor : undefined
    if (!cursor) return undefined
  }
  return cursor
}
