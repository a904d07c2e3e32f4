import { SESSION_TTL_MS } from '@portal/contract/limits'
import { and, gt, isNotNull, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import type { Database } from '../../db/client.ts'
import { remoteVersions } from '../../db/schema/index.ts'
import { commit, step } from '../../db/write.ts'
import { AppError, found } from '../../errors.ts'
import { announceSwitch } from './announce-switch.ts'
import { isVersion } from './build-files.ts'
import { endPreviews } from './end-previews.ts'
import type { Publisher } from './publisher.ts'
import { readLive } from './read-live.ts'
import { recordSwitch } from './record-switch.ts'

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
 * Marks a version: open tabs that run it reload as soon as nothing is unsaved. Ends all previews of the remote.
 * @throws AppError `not_found` when it was never published; `invalid_input` when the version is live
 */
export async function mustLeave(
  ctx: Context,
  publisher: Publisher,
  { name, version }: { name: string; version: string },
  reason: string | undefined,
): Promise<void> {
  const state = await readLive(ctx, name)
  const live = state.live?.version ?? null
  found(state.published.find((each) => each.version === version))
  if (live === version)
    throw new AppError('invalid_input', { detail: `${version} is live. Publish another version or roll back first.` })
  const mark = ctx.db
    .update(remoteVersions)
    .set({ must_leave_at: ctx.now.toISOString() })
    .where(
      and(isVersion(name, version), sql`${version} IS NOT (SELECT live_version FROM remotes WHERE name = ${name})`),
    )
  const change = { kind: 'leave', name, from: version, to: live, reason } as const
  await commit(ctx, [
    step(mark, 'stale'),
    endPreviews(ctx, name),
    ...recordSwitch(ctx, publisher, change),
    announceSwitch(ctx),
  ])
}
