import type { CanaryShare, StartCanary } from '@portal/contract/canaries'
import { eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Context } from '../../../context.ts'
import { remoteCanaries } from '../../../db/schema/index.ts'
import { check, commit, step } from '../../../db/write.ts'
import { AppError } from '../../../errors.ts'
import { announceSwitch } from '../announce-switch.ts'
import { requireWhole, versionOf } from '../build-files.ts'
import { changeChecked } from '../change-checked.ts'
import { otherCanary, requireAllowed } from '../require-allowed.ts'
import { claimPages } from '../claim-pages.ts'
import { requireLoadable } from '../loadable.ts'
import type { Publisher } from '../publisher.ts'
import { readLive } from '../read-live.ts'
import { recordSwitch } from '../record-switch.ts'
import { requireCompatible, requireFreeRoutes } from '../shell-facts.ts'
import { describeTargets, targetsOf } from './targets.ts'

const refuse = (detail: string): never => {
  throw new AppError('invalid_input', { detail })
}

/**
 * Starts a canary: some people get a version, while the others keep the live one. Starting the running canary again
 * changes who gets it.
 * @throws AppError `not_found`; `invalid_input` while files are missing or damaged, without a live version, for the
 *   live version, and for a firm or person that does not exist; `incompatible_remote`; `stale` while another canary is
 *   running; `version_exists` when its content was changed at the same time; `bad_version` and `left_alone` (`GoLive`)
 */
export async function startCanary(
  ctx: Context,
  publisher: Publisher,
  name: string,
  { version, percent, again, automatic, ...given }: z.output<typeof StartCanary>,
): Promise<CanaryShare> {
  const { db } = ctx
  const build = await versionOf(ctx, name, version)
  const [state, named] = await Promise.all([readLive(ctx, name), targetsOf(ctx, given.for), requireWhole(ctx, build)])
  const { rows, facts } = state
  requireAllowed(build, state, { again, automatic })
  const live = state.live?.version ?? refuse(`${name} has no live version to compare with.`)
  if (live === version) refuse(`${version} is live.`)
  requireCompatible(build, facts)
  requireFreeRoutes(build, facts, rows)
  await requireLoadable(ctx, build)
  const at = ctx.now.toISOString()
  const targets = { percent, ...named, step_at: at }
  const start = db
    .insert(remoteCanaries)
    .values({ name, version, ...targets, started_by: publisher.actor, started_at: at })
    .onConflictDoUpdate({ target: remoteCanaries.name, set: targets, setWhere: eq(remoteCanaries.version, version) })
  // Its files are public from now on, and open tabs may keep them.
  const fresh = { withdrawn_at: null, bad_at: null, bad_by: null, bad_reason: null, must_leave_at: null }
  const serve = changeChecked(ctx, build, { state: 'published', left_at: at, ...fresh })
  // It may have gone live since the live version was read.
  const isNotLive = sql`${version} IS NOT (SELECT live_version FROM remotes WHERE name = ${name})`
  await commit(ctx, [
    { ...step(start, 'stale'), explain: () => otherCanary(ctx, name) },
    check('stale', isNotLive),
    serve,
    claimPages(name, version),
    ...recordSwitch(ctx, publisher, {
      kind: 'gradually',
      name,
      from: live,
      to: version,
      reason: [`for ${describeTargets(targets)}`, ...(given.reason ? [given.reason] : [])].join('. '),
    }),
    announceSwitch(ctx),
  ])
  return { name, version, percent }
}
