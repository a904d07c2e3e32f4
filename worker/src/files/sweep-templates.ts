import { and, asc, eq, gt, inArray, lt, notExists, sql } from 'drizzle-orm'
import { bookWorkforms, files, workformVersions } from '../db/schema/index.ts'
import { build } from '../db/statement.ts'
import { expiryOf, type Run } from './sweep.ts'

/** Files per run. */
const BATCH_SIZE = 100

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
  const isTemplate = and(eq(files.purpose, 'template'), eq(files.state, 'stored'))
  const batch = build
    .select({ id: files.id })
    .from(files)
    .where(and(isTemplate, gt(files.id, from), lt(files.created_at, expiryOf(now))))
    .orderBy(asc(files.id))
    .limit(BATCH_SIZE)
  const [rows = []] = await run([batch])
  const ids = rows.map((row) => String(row['id']))
  const use = build
    .select({ id: workformVersions.id })
    .from(bookWorkforms)
    .innerJoin(workformVersions, eq(workformVersions.workform_id, bookWorkforms.id))
    .innerJoin(
      sql`json_each(${workformVersions.fields}) f`,
      sql`f.value ->> '$.templateFile.path' IN (${files.id}, ${files.path})`,
    )
    .where(eq(bookWorkforms.firm_id, files.firm_id))
  // Marked first: after a crash, `sweepObjects` finds the object.
  const [removed = []] = await run([
    build
      .update(files)
      .set({ state: 'removed' })
      .where(and(inArray(files.id, ids), notExists(use)))
      .returning({ path: files.path }),
  ])
  if (removed.length > 0) await bucket.delete(removed.map((row) => String(row['path'])))
  return ids.length === BATCH_SIZE ? ids.at(-1) : undefined
}
