import { SESSION_TTL_MS } from '@portal/contract/limits'
import type { PrunedRemote } from '@portal/contract/remotes'
import { isAhead } from '@portal/contract/versions'
import { and, desc, eq, inArray, isNotNull, isNull, lte, notInArray, or, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { remoteCanaries, remotes, remoteVersions } from '../../db/schema/index.ts'
import { commit, step } from '../../db/write.ts'
import { log } from '../../log.ts'
import { auditRemote } from './audit-remote.ts'
import { keyOf } from './build-files.ts'
import { runningCanaries } from './canary/running-canaries.ts'
import type { Publisher } from './publisher.ts'
import { type LiveState, readLive } from './read-live.ts'
import { rollbackTarget } from './roll-back.ts'

const DAY_MS = 24 * 60 * 60_000
/** Maximum number of versions to remove at once, oldest first. */
const MAX_VERSIONS = 500
/** Maximum number of keys per R2 call. */
const KEYS_PER_CALL = 1000

type Version = typeof remoteVersions.$inferSelect
type Kept = PrunedRemote['items'][number]['kept']

/**
 * Returns why a version must be kept, or null. Open tabs can use a replaced version until their session ends,
 * and a version from the last day can still be in the process of publishing.
 */
function keepReason(v: Version, now: Date, days: number, inUse: ReadonlyMap<string, Kept>): Kept {
  const since = (at: string | null): number => (at ? now.getTime() - Date.parse(at) : Number.POSITIVE_INFINITY)
  if (v.removed_at) return null
  const use = inUse.get(v.version)
  if (use) return use
  if (v.state === 'published' && since(v.left_at ?? v.live_at ?? v.created_at) < SESSION_TTL_MS) return 'open tabs'
  if (v.preview_until && Date.parse(v.preview_until) > now.getTime()) return 'preview'
  return since(v.created_at) < Math.max(days, 1) * DAY_MS ? 'recent' : null
}

/** Returns the versions that are live, a canary, the target of a rollback, or live when a worker is deployed. */
function versionsInUse({ rows, published, facts, live }: LiveState, name: string, canary?: string): Map<string, Kept> {
  const target = rollbackTarget(published, facts, live?.version)
  return new Map<string, Kept>([
    ...rows
      .filter((row) => row.name === name)
      .map((row): [string, Kept] => [row.version, isAhead(row, facts) ? 'staged' : 'rollback']),
    ...(target === undefined ? [] : ([[target, 'rollback']] as const)),
    ...(canary === undefined ? [] : ([[canary, 'canary']] as const)),
    ...(live === undefined ? [] : ([[live.version, 'live']] as const)),
  ])
}

/** Returns the keys of all stored files of a remote. */
async function storedKeys({ env }: Context, name: string): Promise<string[]> {
  const keys: string[] = []
  for (let cursor: string | undefined; ; ) {
    const page = await env.REMOTES.list({ prefix: `${name}/`, ...(cursor ? { cursor } : {}) })
    keys.push(...page.objects.map((object) => object.key))
    if (!page.truncated) return keys
    cursor = page.cursor
  }
}

async function removeKeys({ env }: Context, keys: readonly string[]): Promise<void> {
  for (let i = 0; i < keys.length; i += KEYS_PER_CALL) await env.REMOTES.delete(keys.slice(i, i + KEYS_PER_CALL))
}

/**
 * Removes versions. They are first marked, unless they have become needed in the meantime, so that they can no
 * longer be published or previewed. Then their files are deleted, then the rows. The next run resumes an
 * interrupted removal.
 */
async function removeVersions(
  ctx: Context,
  publisher: Publisher,
  name: string,
  versions: readonly Version[],
  keep: readonly string[],
): Promise<void> {
  if (versions.length === 0) return
  const at = ctx.now.toISOString()
  const live = ctx.db.select({ version: remotes.live_version }).from(remotes).where(eq(remotes.name, name))
  const canary = ctx.db
    .select({ version: remoteCanaries.version })
    .from(remoteCanaries)
    .where(eq(remoteCanaries.name, name))
  const these = and(
    eq(remoteVersions.name, name),
    inArray(
      remoteVersions.version,
      versions.map((v) => v.version),
    ),
  )
  const stillUnneeded = and(
    these,
    sql`${remoteVersions.version} IS NOT ${live}`,
    notInArray(remoteVersions.version, [...keep]),
    notInArray(remoteVersions.version, canary),
    or(isNull(remoteVersions.live_at), lte(remoteVersions.live_at, at)),
    or(isNull(remoteVersions.preview_until), lte(remoteVersions.preview_until, at)),
  )
  const mark = ctx.db
    .update(remoteVersions)
    .set({ removed_at: at })
    .where(stillUnneeded)
    .returning({ version: remoteVersions.version })
  const [marked = []] = await commit(ctx, [step(mark)])
  const removed = new Set(marked.map((row) => row['version']))
  if (removed.size === 0) return
  const files = versions
    .filter((v) => removed.has(v.version))
    .flatMap((v) => v.files.map((file) => keyOf(name, v.version, file.path)))
  await removeKeys(ctx, files)
  await commit(ctx, [
    step(ctx.db.delete(remoteVersions).where(and(these, isNotNull(remoteVersions.removed_at)))),
    auditRemote(publisher, name, 'remote.pruned', { versions: [...removed] }),
  ])
}

/**
 * Removes unneeded versions of a remote: those that are not live, not the target of a rollback, replaced for
 * longer than a session lasts, not in a preview, and older than `days`. Also removes stored files that belong
 * to no version.
 */
export async function prune(
  ctx: Context,
  publisher: Publisher,
  name: string,
  { days, dry }: { days: number; dry: boolean },
): Promise<PrunedRemote> {
  // Lists files before rows, because a concurrently announced version has its row before its files.
  const stored = await storedKeys(ctx, name)
  const all = ctx.db
    .select()
    .from(remoteVersions)
    .where(eq(remoteVersions.name, name))
    .orderBy(desc(remoteVersions.created_at))
  const canaries = runningCanaries(ctx.db).where(eq(remoteCanaries.name, name))
  const [[versions, [canary]], state] = await Promise.all([ctx.db.batch([all, canaries]), readLive(ctx, name)])
  const inUse = versionsInUse(state, name, canary?.version)
  const known = new Set(versions.map((v) => keyOf(name, v.version, '')))
  const strays = stored.filter((key) => !known.has(key.slice(0, key.indexOf('/', name.length + 1) + 1)))
  const items = versions.map((v) => ({
    v,
    kept: keepReason(v, ctx.now, days, inUse),
  }))
  if (!dry) {
    const unneeded = items.filter((item) => item.kept === null).map((item) => item.v)
    await removeVersions(ctx, publisher, name, unneeded.slice(-MAX_VERSIONS), [...inUse.keys()])
    await removeKeys(ctx, strays)
    log('remote_pruned', { id: ctx.requestId, remote: name, versions: unneeded.length, strays: strays.length })
  }
  const listed = items.map(({ v, kept }) => ({
    version: v.version,
    created_at: v.created_at,
    files: v.files.length,
    bytes: v.files.reduce((sum, file) => sum + file.size, 0),
    kept,
  }))
  return { dry, items: listed, strays: strays.length }
}
