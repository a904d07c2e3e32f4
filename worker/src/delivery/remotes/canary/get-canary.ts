import { type Canary, CANARY_STEPS } from '@portal/contract/canaries'
import { eq } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { remoteCanaries } from '../../../db/schema/index.ts'
import { AppError } from '../../../errors.ts'
import { candidates, liveVersionOf } from '../live-versions.ts'
import { shellFacts } from '../shell-facts.ts'
import type { Publisher } from '../publisher.ts'
import { failuresSince, firmsIn, tallyOf, votesOf } from './count-votes.ts'
import { judge } from './judge.ts'
import { namedTargets } from './named-targets.ts'
import { runningCanaries } from './running-canaries.ts'
import { waitsOf } from './waits.ts'

/** Returns the share after a share, in percent. */
export const nextStep = (percent: number): number => CANARY_STEPS.find((share) => share > percent) ?? 100

/** A failure of the live version within so many days is no surprise with the canary. */
const DAYS = 7

/** Reads the canary of a remote with its votes, the live version, and what speaks against the canary. */
export async function readCanary(ctx: Pick<Context, 'db' | 'env' | 'origin' | 'now'>, name: string) {
  const hour = new Date(ctx.now.getTime() - DAYS * 86_400_000).toISOString().slice(0, 13)
  const [[[canary], votes, rows, failures], facts] = await Promise.all([
    ctx.db.batch([
      runningCanaries(ctx.db).where(eq(remoteCanaries.name, name)),
      votesOf(ctx.db, name),
      candidates(ctx.db),
      failuresSince(ctx.db, name, hour),
    ]),
    shellFacts(ctx),
  ])
  const live = liveVersionOf(rows, facts, name)?.version
  const before = new Set(failures.filter(({ version }) => version === live).map(({ kind }) => kind))
  const tallies = { canary: tallyOf(votes, canary?.version), live: tallyOf(votes, live) }
  const recent = votes.find(({ version, kind }) => version === canary?.version && kind === 'view')?.recent ?? 0
  return { canary, live, tallies, recent, finding: judge(tallies.canary, tallies.live, before) }
}

/**
 * Returns the running canary of a remote with its results, and for operators with the names of those who get it.
 * @throws AppError `not_found`
 */
export async function getCanary(ctx: Context, { role }: Publisher, name: string): Promise<Canary> {
  const [read, names] = await Promise.all([
    readCanary(ctx, name),
    role === 'operator' ? namedTargets(ctx, name) : undefined,
  ])
  const { canary, live, tallies } = read
  if (!canary) throw new AppError('not_found', { detail: `${name} has no canary.` })
  const { version, percent, firm_ids, user_ids, started_by, started_at, step_at } = canary
  const waits = waitsOf({ ...read, canary }, ctx.now)
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
    results: { canary: firmsIn(tallies.canary), live: firmsIn(tallies.live) },
    ...(waits && { waits }),
  }
}
