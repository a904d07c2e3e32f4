import { SESSION_TTL_MS } from '@portal/contract/limits'
import { and, desc, eq, inArray, isNotNull, isNull, lte, or } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { remotes, remoteVersions } from '../../platform/db/schema/index.ts'
import { commit, step } from '../../platform/db/write.ts'
import { log } from '../../platform/log.ts'
import { auditRemote } from './audit-remote.ts'
import { keyOf } from './build-files.ts'
import { PORTAL } from './publisher.ts'
import { type LiveState, readLive } from './read-live.ts'
import { rollbackTarget } from './rollback-target.ts'

/** So many versions are always kept, the newest ones. */
const KEEP = 20
/** Maximum number of versions to look at, and to remove, at once. The next run goes on. */
const LOOK_AT = 1000
const REMOVE = 20
/** A younger version can still be in the process of publishing. */
const YOUNG_MS = 24 * 60 * 60_000

/** Selects the versions after the newest ones, without their files, newest first. */
const oldVersions = ({ db }: Context, name: string) =>
  db
    .select({
      version: remoteVersions.version,
      state: remoteVersions.state,
      created_at: remoteVersions.created_at,
      live_at: remoteVersions.live_at,
      left_at: remoteVersions.left_at,
      preview_until: remoteVersions.preview_until,
      bad_at: remoteVersions.bad_at,
      removed_at: remoteVersions.removed_at,
    })
    .from(remoteVersions)
    .where(eq(remoteVersions.name, name))
    .orderBy(desc(remoteVersions.created_at))
    .limit(LOOK_AT)
    .offset(KEEP)
type Version = Awaited<ReturnType<typeof oldVersions>>[number]

/** Returns the versions that are live, a canary, the target of a rollback, or live when a worker is deployed. */
function versionsInUse(name: string, { rows, published, shell, live, canary }: LiveState): string[] {
  const target = rollbackTarget(published, shell, live?.version)
  const own = rows.filter((row) => row.name === name).map(({ version }) => version)
  return [...own, ...(target ? [target] : []), ...(canary ? [canary.version] : [])]
}

/** Returns whether nobody can need a version. Open tabs use a replaced one until their session ends. */
function isUnneeded(v: Version, now: Date): boolean {
  const since = (at: string): number => now.getTime() - Date.parse(at)
  if (v.removed_at) return true
  // It must not be published again by accident.
  if (v.bad_at) return false
  if (v.state === 'published' && since(v.left_at ?? v.live_at ?? v.created_at) < SESSION_TTL_MS) return false
  return since(v.created_at) > YOUNG_MS && (v.preview_until === null || since(v.preview_until) > 0)
}

/**
 * Marks versions, unless the remote was changed, or one of them previewed, since its state was read. Returns the marked
 * ones, with their files.
 */
async function mark(ctx: Context, name: string, versions: readonly string[], revision: number) {
  const { db } = ctx
  const at = ctx.now.toISOString()
  const these = and(eq(remoteVersions.name, name), inArray(remoteVersions.version, [...versions]))
  const stillUnneeded = and(
    these,
    eq(db.select({ revision: remotes.revision }).from(remotes).where(eq(remotes.name, name)), revision),
    or(isNull(remoteVersions.preview_until), lte(remoteVersions.preview_until, at)),
  )
  await commit(ctx, [step(db.update(remoteVersions).set({ removed_at: at }).where(stillUnneeded))])
  return db
    .select({ version: remoteVersions.version, files: remoteVersions.files })
    .from(remoteVersions)
    .where(and(these, isNotNull(remoteVersions.removed_at)))
}

/**
 * Removes old versions of a remote that nobody needs. They are first marked, so that they can no longer be published or
 * previewed, then their files are deleted, then the rows. The next run resumes an interrupted removal.
 */
async function prune(ctx: Context, name: string): Promise<void> {
  const [old, state] = await Promise.all([oldVersions(ctx, name), readLive(ctx, name)])
  const keep = versionsInUse(name, state)
  const unneeded = old.filter((v) => isUnneeded(v, ctx.now)).map(({ version }) => version)
  const chosen = unneeded.filter((version) => !keep.includes(version)).slice(-REMOVE)
  if (chosen.length === 0) return
  const marked = await mark(ctx, name, chosen, state.revision)
  if (marked.length === 0) return
  for (const { version, files } of marked)
    await ctx.env.REMOTES.delete(files.map(({ path }) => keyOf(name, version, path)))
  const versions = marked.map(({ version }) => version)
  const removed = and(inArray(remoteVersions.version, versions), isNotNull(remoteVersions.removed_at))
  await commit(ctx, [
    step(ctx.db.delete(remoteVersions).where(and(eq(remoteVersions.name, name), removed))),
    auditRemote(PORTAL, name, 'remote.pruned', { versions }),
  ])
  log('remote_pruned', { id: ctx.requestId, remote: name, versions: versions.length })
}

/** Removes old versions of a remote after the response. */
export const pruneLater = (ctx: Context, name: string): void => ctx.background?.(prune(ctx, name))
