import { type Canary, CANARY_STEPS } from '@portal/contract/canaries'
import type { Context } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import type { Publisher } from '../publisher.ts'
import { readLive } from '../read-live.ts'
import { failuresSince, firmsIn, tallyOf, votesOf } from './count-votes.ts'
import { judge } from './judge.ts'
import { namedTargets } from './named-targets.ts'
import { waitsOf } from './waits.ts'

/** Returns the share after a share, in percent. */
export const nextStep = (percent: number): number => CANARY_STEPS.find((share) => share > percent) ?? 100

/** A failure of the live version within so many days is no surprise with the canary. */
const DAYS = 7

/** Reads the state of a remote with the votes about its canary, and what speaks against the canary. */
export async function readCanary(ctx: Context, name: string) {
  const hour = new Date(ctx.now.getTime() - DAYS * 86_400_000).toISOString().slice(0, 13)
  const [state, [votes, failures]] = await Promise.all([
    readLive(ctx, name),
    ctx.db.batch([votesOf(ctx.db, name), failuresSince(ctx.db, name, hour)]),
  ])
  const [canary, live] = [state.canary?.version, state.live?.version]
  const before = new Set(failures.filter(({ version }) => version === live).map(({ kind }) => kind))
  const tallies = { canary: tallyOf(votes, canary), live: tallyOf(votes, live) }
  const recent = votes.find(({ version, kind }) => version === canary && kind === 'view')?.recent ?? 0
  return { state, tallies, recent, finding: judge(tallies.canary, tallies.live, before) }
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
  const { state, tallies } = read
  const { canary } = state
  if (!canary) throw new AppError('not_found', { detail: `${name} has no canary.` })
  const { version, percent, firm_ids, user_ids, started_by, started_at, step_at } = canary
  const live = state.live?.version
  const waits = waitsOf({ ...read, canary, live }, ctx.now)
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
