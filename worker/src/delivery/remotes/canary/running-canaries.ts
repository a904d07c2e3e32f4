import { BROKEN } from '@portal/contract/canary-rule'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { type Cohort, isInShare } from '../../../portal/auth/sessions/cohort.ts'
import type { Database } from '../../../platform/db/client.ts'
import { canaryVotes, remoteCanaries, remoteVersions } from '../../../platform/db/schema/index.ts'
import { COLUMNS } from '../live-versions.ts'

/**
 * Selects the running canaries.
 * @param person whether each has failed to load or render is asked for this person, as votes name it
 */
export const runningCanaries = (db: Database, person = '') =>
  db
    .select({
      ...COLUMNS,
      message: remoteVersions.message,
      author: remoteVersions.author,
      percent: remoteCanaries.percent,
      firm_ids: remoteCanaries.firm_ids,
      user_ids: remoteCanaries.user_ids,
      started_by: remoteCanaries.started_by,
      started_at: remoteCanaries.started_at,
      step_at: remoteCanaries.step_at,
      suspected_at: remoteCanaries.suspected_at,
      reminded_at: remoteCanaries.reminded_at,
      has_failed: sql<number>`EXISTS (SELECT 1 FROM ${canaryVotes} v
        WHERE v.name = ${remoteCanaries.name} AND v.version = ${remoteCanaries.version} AND v.person = ${person}
          AND v.kind IN ${BROKEN})`,
    })
    .from(remoteCanaries)
    .innerJoin(
      remoteVersions,
      and(
        eq(remoteVersions.name, remoteCanaries.name),
        eq(remoteVersions.version, remoteCanaries.version),
        isNull(remoteVersions.withdrawn_at),
        isNull(remoteVersions.removed_at),
      ),
    )
export type RunningCanary = Awaited<ReturnType<typeof runningCanaries>>[number]

type Targets = Pick<RunningCanary, 'name' | 'version' | 'percent' | 'firm_ids' | 'user_ids'>

/** Returns whether a person gets a canary. As long as its share does not shrink, the person keeps getting it. */
export const getsCanary = ({ name, version, percent, firm_ids, user_ids }: Targets, cohort: Cohort): boolean =>
  user_ids.includes(cohort.userId) ||
  firm_ids.includes(cohort.firmId) ||
  isInShare(cohort, `${name}@${version}`, percent)
