import { type Canary, CANARY_STEPS } from '@portal/contract/canaries'
import { eq } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { remoteCanaries } from '../../../db/schema/index.ts'
import { AppError } from '../../../errors.ts'
import { candidates, liveVersionOf } from '../live-versions.ts'
import { shellFacts } from '../shell-facts.ts'
import type { Permitted } from '../publisher.ts'
import { tallyOf, votesOf } from './count-votes.ts'
import { namedTargets } from './named-targets.ts'
import { runningCanaries } from './running-canaries.ts'

/** Returns the share after a share, in percent. */
export const nextStep = (percent: number): number => CANARY_STEPS.find((share) => share > percent) ?? 100

/** Reads the canary of a remote with its votes, and the live version, in one round trip. */
export async function readCanary(ctx: Pick<Context, 'db' | 'env' | 'origin'>, name: string) {
  const [[[canary], votes, rows], facts] = await Promise.all([
    ctx.db.batch([
      runningCanaries(ctx.db).where(eq(remoteCanaries.name, name)),
      votesOf(ctx.db, name),
      candidates(ctx.db),
    ]),
    shellFacts(ctx),
  ])
  const live = liveVersionOf(rows, facts, name)?.version
  return { canary, votes, live, tallies: { canary: tallyOf(votes, canary?.version), live: tallyOf(votes, live) } }
}

/**
 * Returns the running canary of a remote with its results, and for those who may publish with the names of those who
 * get it.
 * @throws AppError `not_found`
 */
export async function getCanary(ctx: Context, { scope }: Permitted, name: string): Promise<Canary> {
  const [{ canary, live, tallies }, names] = await Promise.all([
    readCanary(ctx, name),
    scope === 'publish' ? namedTargets(ctx, name) : undefined,
  ])
  if (!canary) throw new AppError('not_found', { detail: `${name} has no canary.` })
  const { version, percent, firm_ids, user_ids, started_by, started_at, step_at } = canary
  return {
    name,
    version,
    live: live ?? null,
    percent,
    next: nextStep(percent),
    firms: firm_ids.length,
    people: user_ids.length,
    ...(names && { names }),
    started_by,
    started_at,
    step_at,
    results: tallies,
  }
}
