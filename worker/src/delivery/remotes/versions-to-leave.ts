import { SESSION_TTL_MS } from '@portal/contract/limits'
import { and, eq, gt, inArray, isNotNull } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import type { Database } from '../../db/client.ts'
import { remoteVersions } from '../../db/schema/index.ts'
import { type Step, step } from '../../db/write.ts'
import { endPreviews } from './end-previews.ts'

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

/**
 * Returns steps that mark versions, so that open tabs which run them reload as soon as nothing is unsaved, and that end
 * all previews of the remote.
 */
export function leaveVersions(ctx: Context, name: string, versions: readonly string[]): Step[] {
  const these = and(eq(remoteVersions.name, name), inArray(remoteVersions.version, [...versions]))
  const mark = ctx.db.update(remoteVersions).set({ must_leave_at: ctx.now.toISOString() }).where(these)
  return [step(mark), endPreviews(ctx, name)]
}
