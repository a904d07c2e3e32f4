import type { LiveVersion } from '@portal/contract/remotes'
import { and, desc, eq, isNotNull, lt, ne, sql } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { commit, type Step, step } from '../db/write.ts'
import { remotes, remoteVersions } from '../db/schema/index.ts'
import { AppError, found } from '../errors.ts'
import { missingFiles } from './files.ts'
import { liveRemotes } from './registry.ts'
import { requireFit, shellFacts } from './running.ts'

type Version = typeof remoteVersions.$inferSelect

const byVersion = (name: string, version: string) => and(eq(remoteVersions.name, name), eq(remoteVersions.version, version))

/** Points the remote at a version, in one atomic change. */
async function pointTo(ctx: Context, { name, version, place }: Version, more: Step[]): Promise<void> {
  const at = ctx.now.toISOString()
  const pointer = { live_version: version, place, updated_at: at }
  await commit(ctx, [
    ...more,
    step(
      ctx.db
        .insert(remotes)
        .values({ name, ...pointer })
        .onConflictDoUpdate({ target: remotes.name, set: pointer }),
    ),
  ])
}

/**
 * Makes a version the live one: the next page load gets it, open tabs keep theirs.
 * @throws AppError `not_found`; `invalid_input` while files are missing; `incompatible_remote`
 */
export async function goLive(ctx: Context, name: string, version: string): Promise<LiveVersion> {
  const [rows, live] = await ctx.db.batch([ctx.db.select().from(remoteVersions).where(byVersion(name, version)), liveRemotes(ctx.db)])
  const build = found(rows[0])
  const missing = await missingFiles(ctx, name, version, build.files)
  if (missing.length > 0) throw new AppError('invalid_input', { detail: `Not sent yet: ${missing.slice(0, 5).join(', ')}.` })
  const others = live.filter((r) => r.name !== name).map((r) => ({ name: r.name, routes: r.place?.routes ?? [] }))
  requireFit(build, await shellFacts(ctx), others)
  const publish = ctx.db.update(remoteVersions).set({ state: 'published', live_at: ctx.now.toISOString() }).where(byVersion(name, version))
  await pointTo(ctx, build, [step(publish, 'not_found')])
  return { name, version, previous: live.find((r) => r.name === name)?.live_version ?? null }
}

/**
 * Switches a remote back to the version that was live before. The one it leaves is no target of a later rollback, unless
 * it is made live again.
 * @throws AppError `not_found` where nothing was live before; `incompatible_remote`; `stale` if another switch came first
 */
export async function rollBack(ctx: Context, name: string): Promise<LiveVersion> {
  const { db } = ctx
  const current = db
    .select({ live_at: remoteVersions.live_at })
    .from(remoteVersions)
    .innerJoin(remotes, and(eq(remotes.name, remoteVersions.name), eq(remotes.live_version, remoteVersions.version)))
    .where(eq(remotes.name, name))
  const before = db
    .select()
    .from(remoteVersions)
    .where(and(eq(remoteVersions.name, name), isNotNull(remoteVersions.live_at), lt(remoteVersions.live_at, sql`(${current})`)))
    .orderBy(desc(remoteVersions.live_at))
    .limit(1)
  const [candidates, live] = await db.batch([before, liveRemotes(db)])
  const build = candidates[0]
  const left = live.find((r) => r.name === name)?.live_version
  if (!build || !left) throw new AppError('not_found', { detail: 'There is no version to go back to.' })
  requireFit(build, await shellFacts(ctx), [])
  const leave = db
    .update(remoteVersions)
    .set({ live_at: null })
    .where(and(byVersion(name, left), ne(remoteVersions.version, build.version), isNotNull(remoteVersions.live_at)))
  await pointTo(ctx, build, [step(leave, 'stale')])
  return { name, version: build.version, previous: left }
}
