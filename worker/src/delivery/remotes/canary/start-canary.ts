import type { CanaryShare, StartCanary } from '@portal/contract/canaries'
import { and, eq, notInArray, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Context } from '../../../context.ts'
import { canaryVotes, remoteCanaries } from '../../../db/schema/index.ts'
import { check, commit, type Step, step } from '../../../db/write.ts'
import { AppError } from '../../../errors.ts'
import { announceSwitch } from '../announce-switch.ts'
import { requireWhole, versionOf } from '../build-files.ts'
import { changeChecked } from '../change-checked.ts'
import { claimPages } from '../claim-pages.ts'
import { requireLoadable } from '../loadable.ts'
import type { Publisher } from '../publisher.ts'
import { readLive } from '../read-live.ts'
import { recordSwitch } from '../record-switch.ts'
import { requireCompatible, requireFreeRoutes } from '../shell-facts.ts'
import { isForFirmsOnly } from './judge.ts'
import type { RunningCanary } from './running-canaries.ts'
import { describeTargets, namedIn } from './targets.ts'
import { firmOfVote } from './voter.ts'

const refuse = (detail: string): never => {
  throw new AppError('invalid_input', { detail })
}

/**
 * Starts a canary: some people get a version, while the others keep the live one. Starting the running canary again
 * changes who gets it.
 * @throws AppError `not_found`; `invalid_input` while files are missing or damaged, without a live version, for a
 *   version that is live or was withdrawn, and when an operator names a firm or person that does not exist;
 *   `incompatible_remote`; `stale` while another canary is running; `version_exists` when its content was
 *   changed at the same time
 */
export async function startCanary(
  ctx: Context,
  publisher: Publisher,
  name: string,
  { version, percent, ...given }: z.output<typeof StartCanary>,
): Promise<CanaryShare> {
  const { db } = ctx
  const build = await versionOf(ctx, name, version)
  const [state, named] = await Promise.all([
    readLive(ctx, name),
    namedIn(ctx, publisher, given),
    requireWhole(ctx, build),
  ])
  const { rows, facts } = state
  const live = state.live?.version ?? refuse(`${name} has no live version to compare with.`)
  if (live === version) refuse(`${version} is live.`)
  if (build.withdrawn_at) refuse(`${version} was withdrawn. Publish a corrected version.`)
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
  const serve = changeChecked(ctx, build, { state: 'published', left_at: at })
  // It may have gone live since the live version was read.
  const isNotLive = sql`${version} IS NOT (SELECT live_version FROM remotes WHERE name = ${name})`
  await commit(ctx, [
    { ...step(start, 'stale'), explain: async () => otherCanary(ctx, name) },
    check('stale', isNotLive),
    serve,
    ...(isForFirmsOnly(targets) ? [forgetOthers(ctx, { name, version, ...targets })] : []),
    claimPages(name, version),
    ...recordSwitch(ctx, publisher, {
      kind: 'canary',
      name,
      from: live,
      to: version,
      reason: `for ${describeTargets(targets)}`,
    }),
    announceSwitch(ctx),
  ])
  return { name, version, percent }
}

/** Returns a step that deletes votes of firms that no longer get a canary: all that get it decide together. */
function forgetOthers(ctx: Context, canary: Pick<RunningCanary, 'name' | 'version' | 'firm_ids'>): Step {
  const { name, version, firm_ids } = canary
  const named = firm_ids.map((id) => firmOfVote(ctx, name, id))
  const ofCanary = and(eq(canaryVotes.name, name), eq(canaryVotes.version, version))
  return step(ctx.db.delete(canaryVotes).where(and(ofCanary, notInArray(canaryVotes.firm, named))))
}

/** Returns the error for a second canary. */
async function otherCanary({ db }: Context, name: string): Promise<AppError> {
  const [other] = await db.select().from(remoteCanaries).where(eq(remoteCanaries.name, name))
  return new AppError('stale', { detail: `${other?.version} is the canary of ${name}. Stop or promote it first.` })
}
