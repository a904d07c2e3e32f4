import { BROKEN } from '@portal/contract/canary-rule'
import type { CanaryTally } from '@portal/contract/canaries'
import { FAILURES, type Failure } from '@portal/contract/vitals'
import { and, countDistinct, eq, gte, inArray, type SQL, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/sqlite-core'
import type { Database } from '../../../platform/db/client.ts'
import { canaryVotes, remoteCanaries, remoteHealth } from '../../../platform/db/schema/index.ts'

/** People, and the firms that they belong to. */
export interface Count {
  people: number
  firms: number
}
/** Who has used a version, and for whom it failed: by kind, and in any way in which it is `broken`. */
export interface Tally extends Count {
  failed: Readonly<Record<Failure | 'broken', Count>>
}

/**
 * Selects the number of firms and people per version and kind, and for the kinds that are `broken` together; also, how
 * many of the people came since the last step of the canary.
 */
export function votesOf(db: Database, name: string) {
  const select = (kind: SQL<string>, condition?: SQL) =>
    db
      .select({
        version: canaryVotes.version,
        kind: kind.as('counted'),
        people: countDistinct(canaryVotes.person).as('people'),
        firms: countDistinct(canaryVotes.firm).as('firms'),
        recent: sql<number>`sum(${canaryVotes.at} >= ${remoteCanaries.step_at})`.as('recent'),
      })
      .from(canaryVotes)
      .innerJoin(remoteCanaries, eq(remoteCanaries.name, canaryVotes.name))
      .where(and(eq(canaryVotes.name, name), condition))
      .groupBy(canaryVotes.version, sql`counted`)
  return unionAll(select(sql`${canaryVotes.kind}`), select(sql`'broken'`, inArray(canaryVotes.kind, [...BROKEN])))
}
type Votes = Awaited<ReturnType<typeof votesOf>>

export function tallyOf(votes: Votes, version: string | undefined): Tally {
  const of = (kind: string): Count => {
    const { people = 0, firms = 0 } = votes.find((row) => row.version === version && row.kind === kind) ?? {}
    return { people, firms }
  }
  const failed = (['broken', ...FAILURES] as const).map((kind) => [kind, of(kind)] as const)
  return { ...of('view'), failed: Object.fromEntries(failed) as Tally['failed'] }
}

/** Returns a tally for a response: failures in firms. */
export function firmsIn({ people, firms, failed: { broken, ...kinds } }: Tally): CanaryTally {
  const failed = Object.entries(kinds).map(([kind, counted]) => [kind, counted.firms])
  return { people, firms, broken: broken.firms, failed: Object.fromEntries(failed) as CanaryTally['failed'] }
}

/** Selects the kinds of failure that page loads of each version of a remote had since an hour (yyyy-mm-ddThh). */
export const failuresSince = (db: Database, name: string, hour: string) =>
  db
    .selectDistinct({ version: remoteHealth.version, kind: remoteHealth.kind })
    .from(remoteHealth)
    .where(and(eq(remoteHealth.name, name), gte(remoteHealth.hour, hour)))
