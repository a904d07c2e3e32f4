import type { VitalsReport } from '@portal/contract/vitals'
import { inArray, sql } from 'drizzle-orm'
import type { Cohort } from '../../auth/sessions/cohort.ts'
import type { Context } from '../../context.ts'
import { keyedHash } from '../../crypto/secrets.ts'
import { canaryVotes, remoteCanaries } from '../../db/schema/index.ts'
import { commit, type Step, step } from '../../db/write.ts'
import { candidates, liveVersionOf } from '../live-versions.ts'
import { shellFacts } from '../shell-facts.ts'
import { reviewCanary } from './review-canary.ts'
import { getsCanary, runningCanaries } from './running-canaries.ts'

type Outcomes = VitalsReport['outcomes']

/** Returns a step that records a vote, once per person, while the canary is running. It returns the new vote. */
function vote({ settings, now }: Context, cohort: Cohort, canary: string, { ran, kind }: Outcomes[number]): Step {
  const person = keyedHash(settings.AUTH_SECRET, 'canary-vote', ran.name, cohort.userId)
  return step(sql`INSERT INTO ${canaryVotes} (name, version, person, kind, at)
    SELECT ${ran.name}, ${ran.version}, ${person}, ${kind}, ${now.toISOString()}
    WHERE EXISTS (SELECT 1 FROM ${remoteCanaries} WHERE name = ${ran.name} AND version = ${canary})
    ON CONFLICT DO NOTHING RETURNING name, version, kind`)
}

/**
 * Records the outcomes of a page for the comparison of canaries with live versions, and reviews a canary that failed
 * for another person. A person has one vote per version and kind, and only for the version that the person gets.
 */
export async function recordVotes(ctx: Context, cohort: Cohort, outcomes: Outcomes): Promise<void> {
  const names = [...new Set(outcomes.map(({ ran }) => ran.name))]
  if (names.length === 0) return
  const [[canaries, rows], facts] = await Promise.all([
    ctx.db.batch([runningCanaries(ctx.db).where(inArray(remoteCanaries.name, names)), candidates(ctx.db)]),
    shellFacts(ctx),
  ])
  const steps = canaries.flatMap((canary) => {
    const { name, version } = canary
    const served = getsCanary(canary, cohort) ? version : liveVersionOf(rows, facts, name)?.version
    const own = outcomes.filter(({ ran }) => ran.name === name && ran.version === served)
    const [first] = own
    // A page that fails reports this before it reports its view.
    const all = first ? [...own, { ran: first.ran, kind: 'view' as const }] : []
    return all.map((outcome) => vote(ctx, cohort, version, outcome))
  })
  if (steps.length === 0) return
  const added = (await commit(ctx, steps)).flat()
  for (const { name, version } of canaries) {
    const failed = added.some((row) => row['name'] === name && row['version'] === version && row['kind'] !== 'view')
    if (failed) await reviewCanary(ctx, name)
  }
}
