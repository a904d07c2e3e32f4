import type { LiveVersion, RollBack } from '@portal/contract/publishing'
import { isAhead } from '@portal/contract/versions'
import type { z } from 'zod'
import type { Context } from '../../context.ts'
import type { Step } from '../../platform/db/write.ts'
import { AppError } from '../../errors.ts'
import { requireWhole, versionOf } from './build-files.ts'
import { commitSwitch, makeChange, staleSwitch } from './commit-switch.ts'
import { heldAt } from './hold.ts'
import type { Publisher } from './publisher.ts'
import { type LiveState, type Published, readLive } from './read-live.ts'
import { requireGood } from './require-allowed.ts'
import { targetOf } from './rollback-target.ts'
import { requireCompatible, requireFreeRoutes } from './require-loadable.ts'
import { endPreviews, leaveVersions, markBad, restore, withdraw } from './version-marks.ts'

type Asked = z.output<typeof RollBack>

/** Checks that a version can be live, and returns when it was published. @throws AppError like `rollBack` */
async function checkTarget(ctx: Context, name: string, version: string, state: LiveState, again: boolean) {
  const since = state.published.find((each) => each.version === version)?.live_at
  if (!since) throw new AppError('not_found', { detail: `${version} was never live.` })
  const build = await versionOf(ctx, name, version)
  requireGood(build, again)
  requireCompatible(build, state.shell)
  requireFreeRoutes(build, state.shell, state.rows)
  await requireWhole(ctx, build)
  return since
}

/**
 * Rolls back from the state that was read.
 * @param more what else changes in the same batch
 * @throws AppError `stale` when another change came first
 */
export async function rollBackFrom(
  ctx: Context,
  publisher: Publisher,
  name: string,
  state: LiveState,
  asked: Asked,
  more: readonly Step[] = [],
): Promise<LiveVersion> {
  const { expected, leave, again } = asked
  const { live, published, held, canary, revision, shell } = state
  const from = live?.version ?? null
  const to = targetOf(name, state, asked)
  const stays = to === from
  // A person who names the live version and a reason holds it for this reason.
  const renews = asked.to !== undefined && asked.reason !== undefined && (expected ?? from) === from && !leave
  if (stays && held && !canary && !leave && !renews) return { name, version: to, previous: from }
  if (expected !== undefined && expected !== from && !stays) throw await staleSwitch(ctx, name, from)
  if (from === null && to === null) throw new AppError('not_found', { detail: `No version of ${name} is live.` })
  // The live version stays whatever its state is: damaged files must not keep a canary from being rolled back.
  const since = stays ? (live?.live_at ?? '') : to === null ? '' : await checkTarget(ctx, name, to, state, again)
  const isLater = ({ version, live_at }: Published[number]): boolean => version !== to && (live_at ?? '') > since
  // Those for a newer portal go on waiting.
  const later = published.filter((each) => isLater(each) && !isAhead(each, shell)).map(({ version }) => version)
  // What is rolled back: the live version, or the canary beside one that stays.
  const taken = stays ? canary?.version : (from ?? undefined)
  const others = [...new Set([taken, canary?.version, ...later].filter((version) => version !== undefined))]
  const reason = asked.reason ?? (stays && held && !canary ? 'Reload open tabs.' : undefined)
  const steps = [
    withdraw(ctx, name, others),
    ...(taken === undefined ? [] : [markBad(ctx, publisher, name, taken, reason)]),
    ...(to === null ? [endPreviews(ctx, name)] : [restore(ctx, name, to)]),
    ...(leave ? leaveVersions(ctx, name, others) : canary ? leaveVersions(ctx, name, [canary.version]) : []),
    ...more,
  ]
  const hold = stays && held && !renews ? {} : heldAt(to, publisher, reason)
  const change = { kind: 'rollback', name, from: stays ? (taken ?? from) : from, to, reason } as const
  await commitSwitch(ctx, publisher, { ...change, revision, hold }, steps)
  return { name, version: to, previous: change.from }
}

/**
 * Rolls a remote back to a published version (default: the one that was live before), and holds it: starts, deployments
 * and CI jobs leave it alone until a person publishes. The version that was live is bad from then on; all others that
 * were published after the target are out of service, but for those that wait for a newer portal. While a canary is
 * running, it is rolled back instead. The live version as the target only holds it. Without a target (`to: null`), the
 * remote leaves the portal; open tabs can still load its files.
 * @throws AppError `not_found` when there is no such version; `invalid_input` when its files are damaged, or a held
 *   remote is rolled back without naming one; `bad_version`; `incompatible_remote`; `stale` when another version than
 *   the expected one is live
 */
export async function rollBack(ctx: Context, publisher: Publisher, name: string, asked: Asked): Promise<LiveVersion> {
  return makeChange(async () => rollBackFrom(ctx, publisher, name, await readLive(ctx, name), asked))
}
