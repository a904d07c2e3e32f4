import { and, eq, inArray, or } from 'drizzle-orm'
import type { Database } from '../../platform/db/client.ts'
import { bookClientWorkforms, bookWorkforms, workformVersions } from '../../platform/db/schema/index.ts'

/**
 * Returns a query for the current version of a workform and all versions that assigned sections are on.
 * @param most sections that are read; all if absent
 */
export function usedVersions(db: Database, id: string, most = -1) {
  const used = db
    .select({ id: bookClientWorkforms.workform_version_id })
    .from(bookClientWorkforms)
    .where(eq(bookClientWorkforms.workform_id, id))
    .limit(most)
  const current = db.select({ version: bookWorkforms.version }).from(bookWorkforms).where(eq(bookWorkforms.id, id))
  const { version, workform_id, fields } = workformVersions
  return db
    .select({ id: workformVersions.id, version, fields })
    .from(workformVersions)
    .where(and(eq(workform_id, id), or(eq(version, current), inArray(workformVersions.id, used))))
}
