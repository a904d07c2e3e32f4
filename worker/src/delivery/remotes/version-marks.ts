import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { remoteVersions } from '../../db/schema/index.ts'
import { COMMIT_TIME } from '../../db/statement.ts'
import { type Step, step } from '../../db/write.ts'
import { isVersion } from './build-files.ts'
import type { Publisher } from './publisher.ts'

/** Steps that change whether versions are in service. */

/** The columns of a version without a mark. */
export const UNMARKED = { withdrawn_at: null, bad_at: null, bad_by: null, bad_reason: null, must_leave_at: null }

/** Returns a step that takes versions out of service. */
export function withdraw({ db, now }: Context, name: string, versions: readonly string[]): Step {
  const at = now.toISOString()
  const these = and(eq(remoteVersions.name, name), inArray(remoteVersions.version, [...versions]))
  return step(db.update(remoteVersions).set({ withdrawn_at: at, left_at: at }).where(these))
}

/** Returns a step that marks a version as bad: it is published again only on purpose. */
export function markBad({ db }: Context, { actor }: Publisher, name: string, version: string, reason?: string): Step {
  const bad = { bad_at: sql`${COMMIT_TIME}`, bad_by: actor, bad_reason: reason ?? null }
  return step(db.update(remoteVersions).set(bad).where(isVersion(name, version)), 'stale')
}

/** Returns a step that puts the target of a rollback into service. */
export function restore({ db }: Context, name: string, version: string): Step {
  const row = and(isVersion(name, version), isNull(remoteVersions.removed_at))
  return step(
    db
      .update(remoteVersions)
      .set({ ...UNMARKED, left_at: null })
      .where(row),
    'not_found',
  )
}
