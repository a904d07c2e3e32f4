import type { PublishRemote } from '@portal/contract/remotes'
import type { z } from 'zod'
import type { Context } from '../context.ts'
import { commit, step } from '../db/write.ts'
import { remoteVersions } from '../db/schema/index.ts'
import { AppError, isAppError } from '../errors.ts'
import { isVersion, missingFiles } from './build-files.ts'
import type { Publisher } from './publisher.ts'

type Build = z.output<typeof PublishRemote>

const majorOf = (version: string): string | undefined => version.split('.')[0]

/**
 * Returns a key that is equal for identical builds, regardless of the order of files. Files that did not change with a
 * minor version of contract or sdk do not need it.
 */
const identity = ({ contract, sdk, place, files }: Pick<Build, 'contract' | 'sdk' | 'place' | 'files'>): string =>
  JSON.stringify([majorOf(contract), majorOf(sdk), place, files.map((f) => `${f.path} ${f.sha256} ${f.size}`).sort()])

/**
 * Announces a version of a remote. Announcing the same build again resumes an interrupted publication.
 * @returns the paths of the files that still have to be uploaded
 * @throws AppError `version_exists` when the version exists with different content
 */
export async function announceVersion(
  ctx: Context,
  { actor }: Publisher,
  name: string,
  build: Build,
): Promise<string[]> {
  const read = async () => {
    const [row] = await ctx.db.select().from(remoteVersions).where(isVersion(name, build.version))
    return row
  }
  let known = await read()
  if (!known) {
    const size = build.files.reduce((sum, file) => sum + file.size, 0)
    const insert = ctx.db
      .insert(remoteVersions)
      .values({ ...build, name, actor, size, created_at: ctx.now.toISOString() })
    try {
      await commit(ctx, [step(insert)], { 'remote_versions.name': 'version_exists' })
    } catch (error) {
      // It was announced concurrently, possibly with the same content.
      if (!isAppError(error, 'version_exists')) throw error
      known = await read()
    }
  }
  if (known?.removed_at)
    throw new AppError('busy', {
      detail: 'This version is being removed. Prune once more, then publish again.',
      retryAfter: 5,
    })
  if (known && identity(known) !== identity(build)) throw new AppError('version_exists')
  return missingFiles(ctx, name, build.version, build.files)
}
