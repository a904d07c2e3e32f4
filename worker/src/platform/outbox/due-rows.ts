import { and, asc, gt, inArray, isNull, lt, lte, min, notExists, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { bytesOf, keysWithinBudget } from '../db/read-budget.ts'
import { mailProblems, outbox } from '../db/schema/index.ts'
import { build, type Query } from '../db/statement.ts'
import type { OutboxRow } from './row.ts'

/** Rows delivered in one round. */
export const ROWS_PER_BATCH = 100

export interface LaneRows {
  /** Condition that selects them. */
  where: SQL
  /** Rows of one recipient per round, before other recipients are served; all that are due if absent. */
  rowsPerRound?: number
  /** A failed row does not hold back other rows of its recipient. */
  independent?: boolean
}

const isOpen = and(isNull(outbox.done_at), isNull(outbox.dead_at))

/** What the mail provider reported about the address of a firm's mail. Mail of the portal itself is always sent. */
const problem = sql<OutboxRow['problem']>`CASE WHEN ${outbox.kind} = 'mail' AND json_valid(${outbox.payload})
  AND coalesce(${outbox.payload} ->> 'firmId', ${outbox.payload} ->> 'unsubscribe') IS NOT NULL
  THEN (SELECT ${mailProblems.kind} FROM ${mailProblems} WHERE ${mailProblems.email} = lower(${outbox.payload} ->> 'to')
    AND ${mailProblems.firm_id} IN ('', coalesce(${outbox.payload} ->> 'firmId', '')) LIMIT 1) END`

/** Returns a query for the oldest due rows of a lane, except those held back by an older row of their recipient. */
export function dueRows({ where, rowsPerRound, independent }: LaneRows, now: string): Query {
  const older = alias(outbox, 'older')
  const isOlder = and(
    sql`${older.recipient} = ${outbox.recipient}`,
    lt(older.seq, outbox.seq),
    isNull(older.done_at),
    isNull(older.dead_at),
  )
  const holdsBack = build
    .select({ seq: older.seq })
    .from(older)
    // An independent row holds back newer ones only if it was postponed without an attempt.
    .where(and(isOlder, gt(older.next_at, now), independent ? sql`${older.tries} = 0` : undefined))
  const first = rowsPerRound ?? 0
  const dueBefore = build
    .select({ seq: older.seq })
    .from(older)
    .where(and(isOlder, lte(older.next_at, now)))
    .limit(first)
  const { seq, id, recipient, kind, payload, tries, created_at, next_at } = outbox
  const bytes = bytesOf(payload).as('bytes')
  const due = build
    .select({ key: sql`${seq}`.as('key'), bytes })
    .from(outbox)
    .where(
      and(
        isOpen,
        lte(outbox.next_at, now),
        where,
        notExists(holdsBack),
        rowsPerRound ? sql`(SELECT count(*) FROM (${dueBefore})) < ${rowsPerRound}` : undefined,
      ),
    )
    .orderBy(asc(seq))
    .limit(ROWS_PER_BATCH)
  return build
    .select({ seq, id, recipient, kind, payload, bytes, tries, created_at, next_at, problem: problem.as('problem') })
    .from(outbox)
    .where(inArray(seq, keysWithinBudget(due)))
    .orderBy(asc(seq))
}

/** Returns a query for the time at which the next row of a lane is due, as `at`. */
export const nextDue = ({ where }: LaneRows, now: string): Query =>
  build
    .select({ at: min(outbox.next_at).as('at') })
    .from(outbox)
    .where(and(isOpen, gt(outbox.next_at, now), where))
