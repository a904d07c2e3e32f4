import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { remoteVersions } from '../../platform/db/schema/index.ts'
import { type Step, step } from '../../platform/db/write.ts'
import { AppError } from '../../errors.ts'
import { type Build, isVersion, versionOf } from './build-files.ts'

/**
 * Returns a step that changes a version whose content was checked. Fails with `version_exists` when the version was
 * announced with other content or withdrawn since then, and with `not_found` when it was removed.
 */
export function changeChecked(
  ctx: Context,
  { name, version, contract, sdk, place, files, withdrawn_at }: Build,
  set: Parameters<ReturnType<typeof ctx.db.update<typeof remoteVersions>>['set']>[0],
): Step {
  const unchanged = and(
    isVersion(name, version),
    eq(remoteVersions.contract, contract),
    eq(remoteVersions.sdk, sdk),
    eq(remoteVersions.place, place),
    eq(remoteVersions.files, files),
    sql`${remoteVersions.withdrawn_at} IS ${withdrawn_at}`,
    isNull(remoteVersions.removed_at),
  )
  return {
    ...step(ctx.db.update(remoteVersions).set(set).where(unchanged), 'version_exists'),
    explain: async () => {
      await versionOf(ctx, name, version)
      return new AppError('version_exists', { detail: `${version} was changed by someone else at the same time.` })
    },
  }
}
