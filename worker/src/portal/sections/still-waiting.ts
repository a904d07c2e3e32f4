import { and, eq, exists, type SQL } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { isShown } from '../../platform/db/archived.ts'
import { bookClientWorkforms } from '../../platform/db/schema/index.ts'
import { isWaiting } from '../../platform/db/section-phase.ts'

/**
 * Returns a condition: the section still waits for a review on the version that was read.
 * @param isOwn a condition that the section belongs to the caller
 */
export function stillWaiting({ db }: Pick<Context, 'db'>, section: { id: string; version: number }, isOwn: SQL): SQL {
  const { id, version, status, hidden_by } = bookClientWorkforms
  return exists(
    db
      .select({ id })
      .from(bookClientWorkforms)
      .where(and(eq(id, section.id), isOwn, eq(version, section.version), isWaiting(status), isShown(hidden_by))),
  )
}
