import type { CanaryShare, StartCanary } from '@portal/contract/canaries'
import type { z } from 'zod'
import type { Context } from '../../../context.ts'
import { remoteCanaries } from '../../../platform/db/schema/index.ts'
import { type Step, step } from '../../../platform/db/write.ts'
import { AppError } from '../../../errors.ts'
import { limitRequests } from '../../../platform/http/request-rate-limit.ts'
import { type Build, requireWhole, versionOf } from '../build-files.ts'
import { changeChecked } from '../change-checked.ts'
import { commitSwitch, makeChange, staleSwitch } from '../commit-switch.ts'
import { requireAllowed } from '../require-allowed.ts'
import { requireLoadable } from '../loadable.ts'
import type { Publisher } from '../publisher.ts'
import { readLive } from '../read-live.ts'
import { pruneLater } from '../prune.ts'
import { requireCompatible, requireFreeRoutes } from '../require-loadable.ts'
import type { RunningCanary } from './running-canaries.ts'
import { describeTargets, targetsOf } from './targets.ts'

const refuse = (detail: string): never => {
  throw new AppError('invalid_input', { detail })
}

/**
 * Starts a canary: some people get a version, while the others keep the live one. Starting the running canary again
 * changes who gets it.
 * @throws AppError `not_found`; `invalid_input` while files are missing or damaged, without a live version, for the
 *   live version, and for a firm or person that does not exist; `incompatible_remote`; `stale` when another version
 *   than the expected one is live; `version_exists` when its content was changed at the same time; `bad_version` and
 *   `left_alone` (`GoLive`); `too_many_requests`
 */
export async function startCanary(
  ctx: Context,
  publisher: Publisher,
  name: string,
  { version, percent, again, automatic, ...given }: z.output<typeof StartCanary>,
): Promise<CanaryShare> {
  if (given.for.length > 0) await limitRequests(ctx)
  const named = await targetsOf(ctx, given.for)
  let { expected } = given
  return makeChange(async () => {
    const build = await versionOf(ctx, name, version)
    const [state] = await Promise.all([readLive(ctx, name), requireWhole(ctx, build)])
    const { rows, shell, canary: running, revision } = state
    const live = state.live?.version ?? refuse(`${name} has no live version to compare with.`)
    // A repeated CI job must not fail.
    if (automatic && live === version) return { name, version, percent: 100 }
    requireAllowed(build, state, { again, automatic })
    expected = expected === undefined ? live : expected
    if (expected !== live) throw await staleSwitch(ctx, name, live)
    if (live === version) refuse(`${version} is live.`)
    // A repeated request must not take it from people.
    if (running && given.for.length === 0 && percent <= running.percent)
      return { name, version, percent: running.percent }
    requireCompatible(build, shell)
    requireFreeRoutes(build, shell, rows)
    await requireLoadable(ctx, build)
    const targets = {
      percent: Math.max(percent, running?.percent ?? 0),
      firm_ids: [...new Set([...(running?.firm_ids ?? []), ...named.firm_ids])],
      user_ids: [...new Set([...(running?.user_ids ?? []), ...named.user_ids])],
      step_at: ctx.now.toISOString(),
    }
    const reason = [`for ${describeTargets(targets)}`, ...(given.reason ? [given.reason] : [])].join('. ')
    const change = { kind: 'gradually', name, from: live, to: version, reason, revision } as const
    await commitSwitch(ctx, publisher, change, serve(ctx, publisher, build, targets))
    pruneLater(ctx, name)
    return { name, version, percent: targets.percent }
  })
}

/** Returns steps that make a version the canary. */
function serve(
  ctx: Context,
  { actor }: Publisher,
  build: Build,
  targets: Pick<RunningCanary, 'percent' | 'firm_ids' | 'user_ids' | 'step_at'>,
): Step[] {
  const { name, version } = build
  const at = ctx.now.toISOString()
  const start = ctx.db
    .insert(remoteCanaries)
    .values({ name, version, ...targets, started_by: actor, started_at: at })
    .onConflictDoUpdate({ target: remoteCanaries.name, set: { ...targets, suspected_at: null } })
  // Its files are public from now on, and open tabs may keep them. That it was live before no longer counts: it must
  // not be the last published version. A bad one stays bad until it is live.
  const set = { state: 'published', left_at: at, live_at: null, withdrawn_at: null, must_leave_at: null } as const
  return [step(start), changeChecked(ctx, build, set)]
}
