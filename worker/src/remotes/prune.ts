import { SESSION_TTL_MS } from '@portal/contract/limits'
import type { PrunedRemote } from '@portal/contract/remotes'
import { and, desc, eq, inArray, isNull, notInArray, or, sql } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { remotes, remoteVersions } from '../db/schema/index.ts'
import { commit, step } from '../db/write.ts'
import { log } from '../log.ts'
import { keyOf } from './build-files.ts'
import { rollbackTarget } from './go-live.ts'

const DAY_MS = 24 * 60 * 60_000
/** Versions looked at in one go; the oldest beyond them come at the next. */
const MOST = 500
/** Keys that R2 takes in one call. */
const KEYS_AT_ONCE = 1000

type Version = typeof remoteVersions.$inferSelect
type Kept = PrunedRemote['items'][number]['kept']

/**
 * Why a version must stay, or null. A tab that was open when it was left may run it as long as its session lives; one that is a day old
 * may still be on its way.
 */
function keptBy(v: Version, now: Date, days: number, live: string | undefined, target: string | undefined): Kept {
  const since = (at: string | null): number => (at ? now.getTime() - Date.parse(at) : Number.POSITIVE_INFINITY)
  if (v.removed_at) return null
  if (v.version === live) return 'live'
  if (v.version === target) return 'rollback'
  if (v.state === 'published' && since(v.left_at ?? v.live_at ?? v.created_at) < SESSION_TTL_MS) return 'open tabs'
  if (v.preview_until && Date.parse(v.preview_until) > now.getTime()) return 'preview'
  return since(v.created_at) < Math.max(days, 1) * DAY_MS ? 'recent' : null
}

/** Keys of all that is stored of a remote. */
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
  for (let i = 0; i < keys.length; i += KEYS_AT_ONCE) await env.REMOTES.delete(keys.slice(i, i + KEYS_AT_ONCE))
}

/**
 * Marks the versions first, unless one has come to be needed meanwhile: from then on nobody can publish or preview them. Then their files
 * go, then the rows. Killed in between, the next run goes on.
 */
async function removeVersions(
  ctx: Context,
  name: string,
  going: readonly Version[],
  keep: readonly string[],
): Promise<void> {
  if (going.length === 0) return
  const at = ctx.now.toISOString()
  const live = ctx.db.select({ version: remotes.live_version }).from(remotes).where(eq(remotes.name, name))
  const these = and(
    eq(remoteVersions.name, name),
    inArray(
      remoteVersions.version,
      going.map((v) => v.version),
    ),
  )
  const unneeded = and(
    these,
    sql`${remoteVersions.version} IS NOT (${live})`,
    notInArray(remoteVersions.version, [...keep]),
    or(isNull(remoteVersions.preview_until), sql`${remoteVersions.preview_until} <= ${at}`),
  )
  const mark = ctx.db
    .update(remoteVersions)
    .set({ removed_at: at })
    .where(unneeded)
    .returning({ version: remoteVersions.version })
  const [marked = []] = await commit(ctx, [step(mark)])
  const gone = new Set(marked.map((row) => row['version']))
  const files = going
    .filter((v) => gone.has(v.version))
    .flatMap((v) => v.files.map((file) => keyOf(name, v.version, file.path)))
  await removeKeys(ctx, files)
  await commit(ctx, [
    step(ctx.db.delete(remoteVersions).where(and(these, sql`${remoteVersions.removed_at} IS NOT NULL`))),
  ])
}

/**
 * Removes versions of a remote that nobody can need: not live, not what a rollback goes to, left for longer than a session lives, in no
 * preview, and older than `days`. With them goes what is stored and belongs to no version.
 */
export async function prune(
  ctx: Context,
  name: string,
  { days, dry }: { days: number; dry: boolean },
): Promise<PrunedRemote> {
  // Files before rows: a version that is announced in between has its row before its files.
  const stored = await storedKeys(ctx, name)
  const all = ctx.db
    .select()
    .from(remoteVersions)
    .where(eq(remoteVersions.name, name))
    .orderBy(desc(remoteVersions.created_at))
  const pointer = ctx.db.select().from(remotes).where(eq(remotes.name, name))
  const [versions, [remote], [target]] = await ctx.db.batch([all, pointer, rollbackTarget(ctx.db, name)])
  const known = new Set(versions.map((v) => keyOf(name, v.version, '')))
  const strays = stored.filter((key) => !known.has(key.slice(0, key.indexOf('/', name.length + 1) + 1)))
  const items = versions.map((v) => ({
    v,
    kept: keptBy(v, ctx.now, days, remote?.live_version ?? undefined, target?.version),
  }))
  if (!dry) {
    const going = items.filter((item) => item.kept === null).map((item) => item.v)
    await removeVersions(ctx, name, going.slice(-MOST), target ? [target.version] : [])
    await removeKeys(ctx, strays)
    log('remote_pruned', { id: ctx.requestId, remote: name, versions: going.length, strays: strays.length })
  }
  const told = items.map(({ v, kept }) => ({
    version: v.version,
    created_at: v.created_at,
    files: v.files.length,
    bytes: v.files.reduce((sum, file) => sum + file.size, 0),
    kept,
  }))
  return { dry, items: told, strays: strays.length }
}
