import type { Commitment } from '@portal/contract/commitments'
import { and, desc, eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/sqlite-core'
import { commitments } from '../../platform/db/schema/index.ts'

/** The columns of a commitment on which its state depends. */
interface CommitmentFacts {
  day: string
  ends_at: string
  sent_at: string | null
}
export interface StoredCommitment extends CommitmentFacts {
  made_at: string
  changed_at: string
}

/** Returns a condition: the day is not over, and not everything was sent. */
export function isOpenCommitment(now: Date): SQL {
  const { withdrawn, sent_at, ends_at } = commitments
  return sql`(${withdrawn} = 0 AND ${sent_at} IS NULL AND ${ends_at} > ${now.toISOString()})`
}

/** Returns whether a promise is open, was kept or was missed. */
export function toCommitment({ day, ends_at, sent_at }: CommitmentFacts, now: Date): Commitment {
  if (sent_at !== null && sent_at < ends_at) return { day, state: 'kept' }
  return { day, state: ends_at > now.toISOString() ? 'open' : 'missed' }
}

/** Returns the commitments about a submission that were not withdrawn, the latest first, as one column. */
export function commitmentsOf(submissionId: SQLWrapper, most: number): SQL<StoredCommitment[]> {
  const { day, ends_at, sent_at, submission_id, withdrawn, made_at, changed_at } = commitments
  const latest = new QueryBuilder()
    .select({ day, ends_at, sent_at, made_at, changed_at })
    .from(commitments)
    .where(and(eq(submission_id, submissionId), eq(withdrawn, false)))
    .orderBy(desc(changed_at))
    .limit(most)
  const row = sql`json_object('day', "day", 'ends_at', "ends_at", 'sent_at', "sent_at", 'made_at', "made_at",
    'changed_at', "changed_at")`
  return sql`(SELECT json_group_array(${row}) FROM ${latest})`.mapWith(
    (json: string) => JSON.parse(json) as StoredCommitment[],
  )
}
