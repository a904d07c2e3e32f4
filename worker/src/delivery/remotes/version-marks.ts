import { SESSION_TTL_MS } from '@portal/contract/limits'
import { and, eq, gt, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import type { Database } from '../../platform/db/client.ts'
import { remotes, remoteVersions } from '../../platform/db/schema/index.ts'
import { COMMIT_TIME } from '../../platform/db/statement.ts'
import { type Step, step } from '../../platform/db/write.ts'
import { isVersion } from './build-files.ts'
import type { Publisher } from './publisher.ts'

/** Steps that change whether versions are in service, and whether open tabs leave them. */

/** The columns of a version without a mark. */
export const UNMARKED = { withdrawn_at: null, bad_at: null, bad_by: null, bad_reason: null, must_leave_at: null }

const isOneOf = (name: string, versions: readonly string[]): SQL | undefined =>
  and(eq(remoteVersions.name, name), inArray(remoteVersions.version, [...versions]))

/** Returns a step that takes versions out of service. */
export function withdraw({ db, now }: Context, name: string, versions: readonly string[]): Step {
  const at = now.toISOString()
  return step(db.update(remoteVersions).set({ withdrawn_at: at, left_at: at }).where(isOneOf(name, versions)))
}

/** Returns a step that marks a version as bad: it is published again only on purpose. */
export function markBad({ db }: Context, { actor }: Publisher, name: string, version: string, reason?: string): Step {
  const bad = { bad_at: sql`${COMMIT_TIME}`, bad_by: actor, bad_reason: reason ?? null }
  return step(db.update(remoteVersions).set(bad).where(isVersion(name, version)), 'stale')
}

/** Returns a step that puts the target of a rollback into service. */
export function restore({ db }: Context, name: string, version: string): Step {
  const row = and(isVersion(name, version), isNull(remoteVersions.removed_at))
  const set = { ...UNMARKED, left_at: null }
  return step(db.update(remoteVersions).set(set).where(row), 'not_found')
}

/** Returns a step that ends all previews of a remote: their code may do the same as a version that has to leave. */
export const endPreviews = ({ db, now }: Context, name: string): Step =>
  step(db.update(remotes).set({ previews_ended_at: now.toISOString() }).where(eq(remotes.name, name)))

/**
 * Returns steps that mark versions, so that open tabs which run them reload as soon as nothing is unsaved, and that end
 * all previews of the remote.
 */
export function leaveVersions(ctx: Context, name: string, versions: readonly string[]): Step[] {
  const mark = ctx.db.update(remoteVersions).set({ must_leave_at: ctx.now.toISOString() })
  return [step(mark.where(isOneOf(name, versions))), endPreviews(ctx, name)]
}

/** Selects the versions that tabs must leave. Older marks do not matter, because no session is as old. */
export const versionsToLeave = (db: Database, now: Date) =>
  db
    .select({ name: remoteVersions.name, version: remoteVersions.version })
    .from(remoteVersions)
    .where(
      and(
        isNotNull(remoteVersions.must_leave_at),
        gt(remoteVersions.must_leave_at, new Date(now.getTime() - SESSION_TTL_MS).toISOString()),
      ),
    )
