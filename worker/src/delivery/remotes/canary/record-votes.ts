import type { VitalsReport } from '@portal/contract/vitals'
import { inArray, type SQL, sql } from 'drizzle-orm'
import type { Cohort } from '../../../portal/auth/sessions/cohort.ts'
import type { Context } from '../../../context.ts'
import { canaryVotes, remoteCanaries } from '../../../platform/db/schema/index.ts'
import { commit, type Step, step } from '../../../platform/db/write.ts'
import { candidates, liveVersionOf } from '../live-versions.ts'
import { shellBuild } from '../../../platform/http/shell-build.ts'
import { reviewCanary } from './review-canary.ts'
import { getsCanary, type RunningCanary, runningCanaries } from './running-canaries.ts'
import { firmOfVote, mayVote, personOfVote } from './voter.ts'

type Outcomes = VitalsReport['outcomes']
type Served = Pick<RunningCanary, 'name' | 'version' | 'place'>

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
  const [person, firm] = [personOfVote(ctx, cohort), firmOfVote(ctx, name, cohort.firmId)]
  const isSame = sql`name = ${name} AND version = ${canary.version} AND step_at = ${canary.step_at}`
  return step(sql`INSERT INTO ${canaryVotes} (name, version, person, firm, kind, at)
    SELECT ${name}, ${version}, ${person}, ${firm}, ${kind}, ${ctx.now.toISOString()}
    WHERE EXISTS (SELECT 1 FROM ${remoteCanaries} WHERE ${isSame}) AND ${allowed}
    ON CONFLICT DO NOTHING RETURNING name, version, kind`)
}

/**
 * Records the outcomes of a page for the comparison of canaries with live versions, and reviews a canary that failed
 * for another person. A person has one vote per version and kind, and only for the version that the person gets, with a
 * session that has not ended and a role that opens it. Those who have lost the canary, because it failed, get the live
 * version, but their other tabs may run both.
 */
export async function recordVotes(ctx: Context, cohort: Cohort, outcomes: Outcomes): Promise<void> {
  const names = [...new Set(outcomes.map(({ ran }) => ran.name))]
  if (names.length === 0) return
  const [[canaries, rows], shell] = await Promise.all([
    ctx.db.batch([
      runningCanaries(ctx.db, personOfVote(ctx, cohort)).where(inArray(remoteCanaries.name, names)),
      candidates(ctx.db),
    ]),
    shellBuild(ctx),
  ])
  const stepsFor = (canary: RunningCanary, served: Served): Step[] => {
    const own = outcomes.filter(({ ran }) => ran.name === served.name && ran.version === served.version)
    const [first] = own
    if (!first) return []
    const allowed = mayVote(ctx, cohort, served.place.role)
    // A page that fails reports this before it reports its view.
    return [...own, { ran: first.ran, kind: 'view' as const }].map((one) => vote(ctx, cohort, canary, allowed, one))
  }
  const steps = canaries.flatMap((canary) => {
    const gets = getsCanary(canary, cohort)
    const live = gets && !canary.has_failed ? undefined : liveVersionOf(rows, shell, canary.name)
    return [...(gets ? [canary] : []), ...(live ? [live] : [])].flatMap((served) => stepsFor(canary, served))
  })
  if (steps.length === 0) return
  const added = (await commit(ctx, steps)).flat()
  for (const { name, version } of canaries) {
    const failed = added.some((row) => row['name'] === name && row['version'] === version && row['kind'] !== 'view')
    if (failed) await reviewCanary(ctx, name)
  }
}
