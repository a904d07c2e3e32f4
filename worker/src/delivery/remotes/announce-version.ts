import type { PublishRemote } from '@portal/contract/remotes'
import { and, eq, isNull } from 'drizzle-orm'
import type { z } from 'zod'
import type { Context } from '../../context.ts'
import { commit, step } from '../../platform/db/write.ts'
import { remoteVersions } from '../../platform/db/schema/index.ts'
import { AppError, isAppError } from '../../errors.ts'
import { isVersion, keyOf, missingFiles } from './build-files.ts'
import type { Permitted } from './publisher.ts'

type Build = z.output<typeof PublishRemote>

/** Maximum size of all files of a build, in bytes. */
const MAX_BUILD_BYTES = 20 * 1024 * 1024

const majorOf = (version: string): string | undefined => version.split('.')[0]

/**
 * Returns a key that is equal for identical builds, regardless of the order of files. Files that did not change with a
 * minor version of contract or sdk do not need it.
 */
const identity = ({ contract, sdk, place, files }: Pick<Build, 'contract' | 'sdk' | 'place' | 'files'>): string =>
  JSON.stringify([majorOf(contract), majorOf(sdk), place, files.map((f) => `${f.path} ${f.sha256} ${f.size}`).sort()])

type Row = typeof remoteVersions.$inferSelect

const versionRow = async (ctx: Context, name: string, version: string): Promise<Row | undefined> =>
  (await ctx.db.select().from(remoteVersions).where(isVersion(name, version)))[0]

/** Returns the columns that an announcement decides. Throws AppError `too_large`. */
function columnsOf(ctx: Context, actor: string, build: Build) {
  const size = build.files.reduce((sum, file) => sum + file.size, 0)
  if (size > MAX_BUILD_BYTES) throw new AppError('too_large', { detail: 'A build may have at most 20 MB.' })
  const { author = null, commit: sha = null, branch = null, message = null } = build
  return { ...build, author, commit: sha, branch, message, actor, size, created_at: ctx.now.toISOString() }
}
type Columns = ReturnType<typeof columnsOf>

/** Adds a version. Returns its row if it was announced concurrently, possibly with the same content. */
async function add(ctx: Context, name: string, columns: Columns): Promise<Row | undefined> {
  const insert = ctx.db.insert(remoteVersions).values({ ...columns, name })
  try {
    await commit(ctx, [step(insert)], { 'remote_versions.name': 'version_exists' })
    return undefined
  } catch (error) {
    if (!isAppError(error, 'version_exists')) throw error
    return versionRow(ctx, name, columns.version)
  }
}

/** Replaces an announcement unless it was published in the meantime, and removes the files that changed. */
async function replace(ctx: Context, { name, version, files }: Row, columns: Columns): Promise<Row | undefined> {
  const unpublished = and(
    isVersion(name, version),
    eq(remoteVersions.state, 'announced'),
    isNull(remoteVersions.removed_at),
  )
  const update = ctx.db.update(remoteVersions).set(columns).where(unpublished)
  const [replaced = []] = await commit(ctx, [step(update.returning({ version: remoteVersions.version }))])
  const kept = new Map(columns.files.map((file) => [file.path, file.sha256]))
  const changed = files.filter((file) => kept.get(file.path) !== file.sha256)
  if (replaced.length > 0 && changed.length > 0)
    await ctx.env.REMOTES.delete(changed.map((file) => keyOf(name, version, file.path)))
  return versionRow(ctx, name, version)
}

/**
 * Announces a version of a remote. Announcing the same build again resumes an interrupted publication. Until a version
 * is published, a publisher who may publish replaces the announcement, so that one from a preview decides nothing.
 * @returns the paths of the files that still have to be uploaded
 * @throws AppError `version_exists` when the version exists with different content; `too_large`
 */
export async function announceVersion(
  ctx: Context,
  { actor, scope }: Permitted,
  name: string,
  build: Build,
): Promise<string[]> {
  const columns = columnsOf(ctx, actor, build)
  let known = (await versionRow(ctx, name, build.version)) ?? (await add(ctx, name, columns))
  if (known?.removed_at)
    throw new AppError('busy', {
      detail: 'This version is being removed. Publish it again later.',
      retryAfter: 5,
    })
  if (known?.state === 'announced' && scope === 'publish') known = await replace(ctx, known, columns)
  if (known && identity(known) !== identity(build)) throw new AppError('version_exists')
  return missingFiles(ctx, name, build.version, build.files)
}
