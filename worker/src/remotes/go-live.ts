import type { LiveVersion, RemovedRemote } from '@portal/contract/remotes'
import { and, desc, eq, inArray, isNotNull, isNull, lt, ne, sql } from 'drizzle-orm'
import type { Context } from '../context.ts'
import type { Database } from '../db/client.ts'
import { commit, type Step, step } from '../db/write.ts'
import { remotes, remoteVersions } from '../db/schema/index.ts'
import { AppError, found } from '../errors.ts'
import { log } from '../log.ts'
import { announceSwitch } from './announce-switch.ts'
import { auditSwitch } from './audit-switch.ts'
import { isVersion, requireWhole, versionOf } from './build-files.ts'
import { requireLoadable } from './loadable.ts'
import type { Publisher } from './publisher.ts'
import { liveRemotes } from './registry.ts'
import { requireCompatible, routesOfOthers, shellFacts } from './shell-facts.ts'

type Version = typeof remoteVersions.$inferSelect

/** Returns a step that records when the live version is replaced. */
function leaveLive({ db, now }: Context, name: string): Step {
  const live = db.select({ version: remotes.live_version }).from(remotes).where(eq(remotes.name, name))
  const leave = db.update(remoteVersions).set({ left_at: now.toISOString() })
  return step(leave.where(and(eq(remoteVersions.name, name), inArray(remoteVersions.version, live))))
}

/** Switches a remote to a version, atomically. */
async function pointTo(
  ctx: Context,
  { name, version }: Version,
  previous: string | null,
  more: Step[],
): Promise<LiveVersion> {
  const pointer = { live_version: version, updated_at: ctx.now.toISOString() }
  const set = ctx.db
    .insert(remotes)
    .values({ name, ...pointer })
    .onConflictDoUpdate({ target: remotes.name, set: pointer })
  const arrive = ctx.db
    .update(remoteVersions)
    .set({ left_at: null })
    .where(and(isVersion(name, version), isNull(remoteVersions.removed_at)))
  await commit(ctx, [...more, leaveLive(ctx, name), step(arrive, 'not_found'), step(set), announceSwitch(ctx)])
  log('remote_live', { id: ctx.requestId, remote: name, version, previous })
  return { name, version, previous }
}

/**
 * Makes a version live. The next page load uses it; open tabs keep theirs.
 * @throws AppError `not_found`; `invalid_input` while files are missing or damaged; `incompatible_remote`
 */
export async function goLive(ctx: Context, publisher: Publisher, name: string, version: string): Promise<LiveVersion> {
  const build = await versionOf(ctx, name, version)
  const [live, facts] = await Promise.all([liveRemotes(ctx.db), shellFacts(ctx), requireWhole(ctx, build)])
  requireCompatible(build, facts, routesOfOthers(name, live))
  await requireLoadable(ctx, build)
  const publish = ctx.db
    .update(remoteVersions)
    .set({ state: 'published', live_at: ctx.now.toISOString() })
    .where(isVersion(name, version))
  const from = live.find((r) => r.name === name)?.version ?? null
  const record = auditSwitch(publisher, { action: 'remote.live', name, from, to: version })
  return pointTo(ctx, build, from, [step(publish, 'not_found'), record])
}

/** Selects the version that a rollback switches to. */
export function rollbackTarget(db: Database, name: string) {
  const current = db
    .select({ live_at: remoteVersions.live_at })
    .from(remoteVersions)
    .innerJoin(remotes, and(eq(remotes.name, remoteVersions.name), eq(remotes.live_version, remoteVersions.version)))
    .where(eq(remotes.name, name))
  return db
    .select()
    .from(remoteVersions)
    .where(
      and(
        eq(remoteVersions.name, name),
        isNotNull(remoteVersions.live_at),
        lt(remoteVersions.live_at, sql`${current}`),
      ),
    )
    .orderBy(desc(remoteVersions.live_at))
    .limit(1)
}

/**
 * Switches a remote back to the previously live version. The version that it leaves is not the target of a
 * later rollback, unless it goes live again.
 * @throws AppError `not_found` when there is no previous version; `invalid_input` when its files are damaged;
 *   `incompatible_remote`; `stale` when another switch came first
 */
export async function rollBack(ctx: Context, publisher: Publisher, name: string): Promise<LiveVersion> {
  const { db } = ctx
  const [candidates, live] = await db.batch([rollbackTarget(db, name), liveRemotes(db)])
  const build = candidates[0]
  const left = live.find((r) => r.name === name)?.version
  if (!build || !left) throw new AppError('not_found', { detail: 'There is no previous version.' })
  requireCompatible(build, await shellFacts(ctx), routesOfOthers(name, live))
  await requireWhole(ctx, build)
  const leave = db
    .update(remoteVersions)
    .set({ live_at: null })
    .where(and(isVersion(name, left), ne(remoteVersions.version, build.version), isNotNull(remoteVersions.live_at)))
  const record = auditSwitch(publisher, { action: 'remote.rolled_back', name, from: left, to: build.version })
  return pointTo(ctx, build, left, [step(leave, 'stale'), record])
}

/**
 * Removes a remote from the registry. Its files are still served for open tabs; publishing adds it again.
 * @throws AppError `not_found` when it is not live
 */
export async function remove(ctx: Context, publisher: Publisher, name: string): Promise<RemovedRemote> {
  const live = await liveRemotes(ctx.db)
  const previous = found(live.find((r) => r.name === name)).version
  const clear = ctx.db
    .update(remotes)
    .set({ live_version: null, updated_at: ctx.now.toISOString() })
    .where(and(eq(remotes.name, name), isNotNull(remotes.live_version)))
  const record = auditSwitch(publisher, { action: 'remote.removed', name, from: previous, to: null })
  await commit(ctx, [leaveLive(ctx, name), step(clear, 'not_found'), record, announceSwitch(ctx)])
  log('remote_removed', { id: ctx.requestId, remote: name, previous })
  return { name, previous }
}
