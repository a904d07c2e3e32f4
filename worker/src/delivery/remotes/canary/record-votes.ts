import type { VitalsReport } from '@portal/contract/vitals'
import { inArray, type SQL, sql } from 'drizzle-orm'
import type { Cohort } from '../../../auth/sessions/cohort.ts'
import type { Context } from '../../../context.ts'
import { canaryVotes, remoteCanaries } from '../../../db/schema/index.ts'
import { commit, type Step, step } from '../../../db/write.ts'
import { candidates, liveVersionOf } from '../live-versions.ts'
import { shellFacts } from '../shell-facts.ts'
import { reviewCanary } from './review-canary.ts'
import { getsCanary, type RunningCanary, runningCanaries } from './running-canaries.ts'
import { firmOfVote, mayVote, personOfVote } from './voter.ts'

type Outcomes = VitalsReport['outcomes']

/**
 * Returns a step that records a vote, once per person, while the canary is running for the same people. It returns the
 * new vote.
 */
function vote(
  ctx: Context,
  cohort: Cohort,
  canary: RunningCanary,
  allowed: SQL,
  { ran, kind }: Outcomes[number],
): Step {
  const { name, version } = ran
  const [person, firm] = [personOfVote(ctx, name, cohort.userId), firmOfVote(ctx, name, cohort.firmId)]
  const isSame = sql`name = ${name} AND version = ${canary.version} AND step_at = ${canary.step_at}`
  return step(sql`INSERT INTO ${canaryVotes} (name, version, person, firm, kind, at)
    SELECT ${name}, ${version}, ${person}, ${firm}, ${kind}, ${ctx.now.toISOString()}
    WHERE EXISTS (SELECT 1 FROM ${remoteCanaries} WHERE ${isSame}) AND ${allowed}
    ON CONFLICT DO NOTHING RETURNING name, version, kind`)
}

/**
 * Records the outcomes of a page for the comparison of canaries with live versions, and reviews a canary that failed
 * for another person. A person has one vote per version and kind, and only for the version that the person gets, with a
 * session that has not ended and a role that opens it.
 */
export async function recordVotes(ctx: Context, cohort: Cohort, outcomes: Outcomes): Promise<void> {
  const names = [...new Set(outcomes.map(({ ran }) => ran.name))]
  if (names.length === 0) return
  const [[canaries, rows], facts] = await Promise.all([
    ctx.db.batch([runningCanaries(ctx.db).where(inArray(remoteCanaries.name, names)), candidates(ctx.db)]),
    shellFacts(ctx),
  ])
  const steps = canaries.flatMap((canary) => {
    const served = getsCanary(canary, cohort) ? canary : liveVersionOf(rows, facts, canary.name)
    const own = outcomes.filter(({ ran }) => ran.name === served?.name && ran.version === served.version)
    const [first] = own
    if (!served || !first) return []
    const allowed = mayVote(ctx, cohort, served.place.role)
    // A page that fails reports this before it reports its view.
    return [...own, { ran: first.ran, kind: 'view' as const }].map((one) => vote(ctx, cohort, canary, allowed, one))
  })
  if (steps.length === 0) return
  const added = (await commit(ctx, steps)).flat()
  for (const { name, version } of canaries) {
    const failed = added.some((row) => row['name'] === name && row['version'] === version && row['kind'] !== 'view')
    if (failed) await reviewCanary(ctx, name)
  }
}
