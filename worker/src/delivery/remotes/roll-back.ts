import type { LiveVersion, RollBack } from '@portal/contract/publishing'
import { incompatibility, type PackageVersions } from '@portal/contract/versions'
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Context } from '../../context.ts'
import { remoteVersions } from '../../db/schema/index.ts'
import { COMMIT_TIME } from '../../db/statement.ts'
import { type Step, step } from '../../db/write.ts'
import { AppError } from '../../errors.ts'
import { isVersion, requireWhole, versionOf } from './build-files.ts'
import { commitSwitch, staleSwitch } from './commit-switch.ts'
import { endPreviews } from './end-previews.ts'
import { describeDecision, heldAt } from './hold.ts'
import type { Publisher } from './publisher.ts'
import { type LiveState, type Published, readLive } from './read-live.ts'
import { requireCompatible, requireFreeRoutes } from './shell-facts.ts'
import { leaveVersions } from './versions-to-leave.ts'

type Asked = z.output<typeof RollBack>

/** Returns the versions in service that the running portal can load. */
const loadable = (published: Published, runs: PackageVersions): Published =>
  published.filter((each) => each.withdrawn_at === null && !incompatibility(each, runs))

const versionsOf = (published: Published): string[] => published.map(({ version }) => version)

/** Returns the version that a rollback of another version switches to by default. */
export function rollbackTarget(
  published: Published,
  runs: PackageVersions,
  version: string | undefined,
): string | undefined {
  const since = published.find((each) => each.version === version)?.live_at
  return since ? loadable(published, runs).find(({ live_at }) => (live_at ?? '') < since)?.version : undefined
}

/** Returns the error when there is no version to roll back to by default. */
function noTarget(name: string, { published, live }: LiveState): AppError {
  const others = published.some(({ version }) => version !== live?.version)
  const detail = others ? 'No earlier version is in service. Name the version to roll back to.' : undefined
  return new AppError('not_found', { detail: detail ?? `There is no earlier version of ${name}.` })
}

/**
 * Returns the version to roll back to; null for none. A second person who rolls back at the same time must not go back
 * twice, so a held remote needs the version.
 * @throws AppError `not_found`, `invalid_input`
 */
function targetOf(name: string, state: LiveState, { to, expected }: Asked): string | null {
  const { facts, published, live, held } = state
  if (to !== undefined) return to
  const target = rollbackTarget(published, facts, expected ?? live?.version)
  if (target !== undefined && target === live?.version) return target
  if (held)
    throw new AppError('invalid_input', {
      detail:
        `${name} is held at ${live?.version ?? 'no version'} ${describeDecision(held)}. ` +
        `To go back further, name the version${target ? `, such as ${target}` : ''}.`,
    })
  if (target === undefined) throw noTarget(name, state)
  return target
}

/** Returns a step that takes versions out of service. */
function withdraw({ db, now }: Context, name: string, versions: readonly string[]): Step {
  const these = and(eq(remoteVersions.name, name), inArray(remoteVersions.version, [...versions]))
  return step(db.update(remoteVersions).set({ withdrawn_at: now.toISOString() }).where(these))
}

/** Returns a step that marks a version as bad: it is published again only on purpose. */
export function markBad({ db }: Context, { actor }: Publisher, name: string, version: string, reason?: string): Step {
  const bad = { bad_at: sql`${COMMIT_TIME}`, bad_by: actor, bad_reason: reason ?? null }
  return step(db.update(remoteVersions).set(bad).where(isVersion(name, version)), 'stale')
}

/** Returns a step that puts the target of a rollback into service. */
function restore({ db }: Context, name: string, version: string): Step {
  const set = { withdrawn_at: null, bad_at: null, bad_by: null, bad_reason: null, must_leave_at: null, left_at: null }
  const row = and(isVersion(name, version), isNull(remoteVersions.removed_at))
  return step(db.update(remoteVersions).set(set).where(row), 'not_found')
}

/** Checks that a version can be live, and returns when it was published. @throws AppError like `rollBack` */
async function checkTarget(ctx: Context, name: string, version: string, state: LiveState): Promise<string> {
  const since = state.published.find((each) => each.version === version)?.live_at
  if (!since) throw new AppError('not_found', { detail: `${version} was never live.` })
  const build = await versionOf(ctx, name, version)
  requireCompatible(build, state.facts)
  requireFreeRoutes(build, state.facts, state.rows)
  await requireWhole(ctx, build)
  return since
}

/**
 * Rolls a remote back to a published version (default: the one that was live before), and holds it: starts, deployments
 * and CI jobs leave it alone until a person publishes. The version that was live is bad from then on; the others that
 * were published after the target are out of service. The live version as the target only holds it. Without a target
 * (`to: null`), the remote leaves the portal; open tabs can still load its files.
 * @throws AppError `not_found` when there is no such version; `invalid_input` when its files are damaged, or a held
 *   remote is rolled back without naming one; `incompatible_remote`; `stale` when another version than the expected one
 *   is live
 */
export async function rollBack(ctx: Context, publisher: Publisher, name: string, asked: Asked): Promise<LiveVersion> {
  const { expected, leave } = asked
  const state = await readLive(ctx, name)
  const { live, published, facts, held, revision } = state
  const from = live?.version ?? null
  const to = targetOf(name, state, asked)
  if (to === from && held && !leave) return { name, version: to, previous: from }
  if (expected !== undefined && expected !== from && to !== from) throw await staleSwitch(ctx, name, from)
  if (from === null && to === null) throw new AppError('not_found', { detail: `No version of ${name} is live.` })
  const since = to === null ? '' : await checkTarget(ctx, name, to, state)
  const isLater = ({ version, live_at }: Published[number]): boolean => version !== to && (live_at ?? '') > since
  const others = [
    ...new Set([...(from === null || from === to ? [] : [from]), ...versionsOf(published.filter(isLater))]),
  ]
  const reason = asked.reason ?? (to === from && held ? 'Reload open tabs.' : undefined)
  const steps = [
    withdraw(
      ctx,
      name,
      versionsOf(loadable(published, facts)).filter((version) => others.includes(version)),
    ),
    ...(from !== null && to !== null && to !== from ? [markBad(ctx, publisher, name, from, reason)] : []),
    ...(to === null ? [endPreviews(ctx, name)] : [restore(ctx, name, to)]),
    ...(leave ? leaveVersions(ctx, name, others) : []),
  ]
  const hold = to === from && held ? {} : heldAt(to, publisher, reason)
  await commitSwitch(ctx, publisher, { kind: 'rollback', name, from, to, reason, revision, hold }, steps)
  return { name, version: to, previous: from }
}
