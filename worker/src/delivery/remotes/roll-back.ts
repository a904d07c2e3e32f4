import type { LiveVersion, RollBack } from '@portal/contract/remotes'
import { incompatibility, type PackageVersions } from '@portal/contract/versions'
import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { z } from 'zod'
import type { Context } from '../../context.ts'
import { remoteVersions } from '../../db/schema/index.ts'
import { type Step, step } from '../../db/write.ts'
import { AppError } from '../../errors.ts'
import { isVersion, requireWhole, versionOf } from './build-files.ts'
import { commitSwitch, staleSwitch } from './commit-switch.ts'
import { endPreviews } from './end-previews.ts'
import type { Publisher } from './publisher.ts'
import { type Published, readLive } from './read-live.ts'
import { requireCompatible, requireFreeRoutes } from './shell-facts.ts'

/** Returns the versions in service that the running portal can load. */
const loadable = (published: Published, runs: PackageVersions): Published =>
  published.filter((each) => each.withdrawn_at === null && !incompatibility(each, runs))

/** Returns the version that a rollback of another version switches to by default. */
export function rollbackTarget(
  published: Published,
  runs: PackageVersions,
  version: string | undefined,
): string | undefined {
  const since = published.find((each) => each.version === version)?.live_at
  return since ? loadable(published, runs).find(({ live_at }) => (live_at ?? '') < since)?.version : undefined
}

/** Returns why there is no version to roll back to by default. */
const noTarget = (published: Published, live: string | null): string =>
  published.some(({ version }) => version !== live)
    ? 'No earlier version is in service. Name the version to roll back to.'
    : 'There is no previous version.'

/** Returns steps that withdraw versions of a remote, and put the target of a rollback into service. */
function withdraw({ db, now }: Context, name: string, versions: readonly string[], to: string): Step[] {
  const later = db.update(remoteVersions).set({ withdrawn_at: now.toISOString() })
  const target = db.update(remoteVersions).set({ withdrawn_at: null, must_leave_at: null, left_at: null })
  return [
    step(later.where(and(eq(remoteVersions.name, name), inArray(remoteVersions.version, [...versions])))),
    step(target.where(and(isVersion(name, to), isNull(remoteVersions.removed_at))), 'not_found'),
  ]
}

/** Returns a step that makes open tabs leave versions. */
const leaveAll = ({ db, now }: Context, name: string, versions: readonly string[]): Step =>
  step(
    db
      .update(remoteVersions)
      .set({ must_leave_at: now.toISOString() })
      .where(and(eq(remoteVersions.name, name), inArray(remoteVersions.version, [...versions]))),
  )

/**
 * Rolls a remote back to a published version (default: the one that was live before) and pins it. Withdraws the
 * versions that were published after it, so that they become live again only when someone publishes them. Also restores
 * a removed remote. Does nothing when the target is already live.
 * @throws AppError `not_found` when there is no such version; `invalid_input` when its files are damaged;
 *   `incompatible_remote`; `stale` when another version than the expected one is live
 */
export async function rollBack(
  ctx: Context,
  publisher: Publisher,
  name: string,
  { to, expected, reason, leave }: z.output<typeof RollBack>,
): Promise<LiveVersion> {
  const { facts, rows, published, live, revision } = await readLive(ctx, name)
  const from = live?.version ?? null
  const target = to ?? rollbackTarget(published, facts, expected ?? live?.version)
  if (from !== null && target === from) return { name, version: from, previous: from }
  if (expected !== undefined && expected !== from) throw await staleSwitch(ctx, name, from)
  if (target === undefined) throw new AppError('not_found', { detail: noTarget(published, from) })
  const since = published.find((each) => each.version === target)?.live_at
  if (!since) throw new AppError('not_found', { detail: `${target} was never live.` })
  const build = await versionOf(ctx, name, target)
  requireCompatible(build, facts)
  requireFreeRoutes(build, facts, rows)
  await requireWhole(ctx, build)
  const later = loadable(published, facts)
    .filter(({ live_at }) => (live_at ?? '') > since)
    .map((each) => each.version)
  const steps = withdraw(ctx, name, later, target)
  if (leave) steps.push(leaveAll(ctx, name, from === null ? later : [...later, from]), endPreviews(ctx, name))
  const change = { kind: 'rollback', name, from, to: target, reason } as const
  await commitSwitch(ctx, publisher, { ...change, pinned: target, revision }, steps)
  return { name, version: target, previous: from }
}
