import type { CanaryTally } from '@portal/contract/canaries'
import { FAILURES } from '@portal/contract/vitals'
import { count, countDistinct, eq, sql } from 'drizzle-orm'
import type { Database } from '../../../db/client.ts'
import { canaryVotes, remoteCanaries } from '../../../db/schema/index.ts'

/**
 * Selects the number of firms and people per version and kind, and how many of the people came since the last step of
 * the canary.
 */
export const votesOf = (db: Database, name: string) =>
  db
    .select({
      version: canaryVotes.version,
      kind: canaryVotes.kind,
      people: count(),
      firms: countDistinct(canaryVotes.firm),
      recent: sql<number>`sum(${canaryVotes.at} >= ${remoteCanaries.step_at})`,
    })
    .from(canaryVotes)
    .innerJoin(remoteCanaries, eq(remoteCanaries.name, canaryVotes.name))
    .where(eq(canaryVotes.name, name))
    .groupBy(canaryVotes.version, canaryVotes.kind)
type Votes = Awaited<ReturnType<typeof votesOf>>

/** Returns the tally of a version. */
export function tallyOf(votes: Votes, version: string | undefined): CanaryTally {
  const of = (kind: string) => votes.find((row) => row.version === version && row.kind === kind)
  const [viewed, failed] = [of('view'), FAILURES.map((kind) => [kind, of(kind)?.firms ?? 0])]
  return {
    people: viewed?.people ?? 0,
    firms: viewed?.firms ?? 0,
    failed: Object.fromEntries(failed) as CanaryTally['failed'],
  }
}
