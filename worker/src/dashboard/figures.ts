import type { Dashboard } from '@portal/contract/dashboard'
import { type SQL, sql } from 'drizzle-orm'
import type { BookkeeperContext } from '../context.ts'
import { waitingCounts } from '../db/schema/index.ts'
import { monthStarts } from '../time/day-starts.ts'
import { isDone, isNotDone, isWaiting } from '../db/section-phase.ts'

export interface Figures {
  has_past: number
  clients: number
  clients_before: number
  onboarding: number
  onboarding_before: number
  completed: number
  completed_before: number
  pending: number
  pending_before: number
}

/** Client × workform pairs that are approved as a whole, with when the last section was, as far as that is not before `from`. */
const completedSince = (userId: string, from: string): SQL => sql`
  SELECT p.last FROM (SELECT workform_id, client_id, max(approved_at) AS last FROM book_client_workforms
      WHERE assigned_by = ${userId} AND ${sql.raw(isDone())} AND approved_at >= ${from} GROUP BY workform_id, client_id) p
    WHERE NOT EXISTS (SELECT 1 FROM book_client_workforms o
      WHERE o.assigned_by = ${userId} AND o.workform_id = p.workform_id AND o.client_id = p.client_id AND ${sql.raw(isNotDone('o'))})`

/** Clients who were in onboarding at the instant: those who are now, put right by who came and by the first change of status since then. */
const onboardingAt = (userId: string, at: string): SQL => sql`
  (SELECT onboarding FROM counts)
  - (SELECT count(*) FROM book_clients WHERE bookkeeper_id = ${userId} AND status = 'onboarding' AND created_at >= ${at})
  + (SELECT coalesce(sum((x.first = 'onboarding') - (c.status = 'onboarding')), 0) FROM changed x CROSS JOIN book_clients c ON c.id = x.subject_id
     WHERE c.bookkeeper_id = ${userId} AND c.created_at < ${at})`

/**
 * Sections that waited for review at the instant: those that still do, but for what came later, and those approved or rejected since. A rejection leaves no trace
 * in the rows, but in the trail: it counts when the submission it answers lies before the instant.
 */
const pendingAt = (userId: string, firmId: string, at: string): SQL => sql`
  (SELECT n FROM waiting)
  - (SELECT count(*) FROM book_client_workforms WHERE assigned_by = ${userId} AND ${sql.raw(isWaiting())} AND submitted_at >= ${at})
  + (SELECT count(*) FROM book_client_workforms
     WHERE assigned_by = ${userId} AND ${sql.raw(isDone())} AND approved_at >= ${at} AND +submitted_at < ${at})
  + (SELECT count(*) FROM (SELECT subject_id, min(seq) AS seq FROM audit_log INDEXED BY audit_log_rejected
       WHERE firm_id = ${firmId} AND action = 'doc_rejected' AND at >= ${at} GROUP BY subject_id) r
     CROSS JOIN book_client_workforms a ON a.id = r.subject_id AND a.assigned_by = ${userId}
     WHERE (SELECT s.at FROM audit_log s WHERE s.subject_type = 'section' AND s.subject_id = r.subject_id AND s.seq < r.seq
       AND s.action = 'section.submitted' ORDER BY s.seq DESC LIMIT 1) < ${at})`

/** Whose figures, and at which instants this month and the one before began. */
export interface FiguresOf {
  userId: string
  firmId: string
  start: string
  previous: string
}

/**
 * The figures, each with that of the month before. How many clients there are, and how many sections wait, is kept with them; every other
 * count runs over an index of what it counts: of the bookkeeper's clients and of what waits only what came this month, of the sections only
 * those that were approved in the two months, are looked at. The database takes no statistics: where it would guess wrong, the query says which index, and in which
 * order tables are joined.
 */
export function figuresSql({ userId, firmId, start, previous }: FiguresOf): SQL {
  const own = sql`FROM book_clients WHERE bookkeeper_id = ${userId}`
  return sql`
    WITH changed AS MATERIALIZED (
      SELECT subject_id, detail ->> 'from' AS first, min(seq) FROM audit_log INDEXED BY audit_log_client_status
      WHERE firm_id = ${firmId} AND action = 'client.status_changed' AND at >= ${start} GROUP BY subject_id),
    counts AS MATERIALIZED (
      SELECT coalesce(sum(n), 0) AS clients, coalesce(sum(n) FILTER (WHERE status = 'onboarding'), 0) AS onboarding
      FROM client_counts WHERE bookkeeper_id = ${userId}),
    waiting AS MATERIALIZED (SELECT coalesce(sum(n), 0) AS n FROM ${waitingCounts} WHERE bookkeeper_id = ${userId}),
    completed AS MATERIALIZED (${completedSince(userId, previous)})
    SELECT
      EXISTS (SELECT 1 FROM profiles WHERE id = ${userId} AND created_at < ${start}) OR EXISTS (SELECT 1 ${own} AND created_at < ${start}) AS has_past,
      (SELECT clients FROM counts) AS clients,
      (SELECT clients FROM counts) - (SELECT count(*) ${own} AND created_at >= ${start}) AS clients_before,
      (SELECT onboarding FROM counts) AS onboarding,
      ${onboardingAt(userId, start)} AS onboarding_before,
      (SELECT count(*) FROM completed WHERE last >= ${start}) AS completed,
      (SELECT count(*) FROM completed WHERE last < ${start}) AS completed_before,
      (SELECT n FROM waiting) AS pending,
      ${pendingAt(userId, firmId, start)} AS pending_before`
}

/** A query for the figures, by the months of the bookkeeper's time zone. */
export function figuresQuery({ db, actor, now }: BookkeeperContext) {
  const { userId, firmId, timeZone } = actor
  return db.all<Figures>(figuresSql({ userId, firmId, ...monthStarts(timeZone, now) }))
}

/** The figures as they are answered; without those of last month where the bookkeeper had nothing yet before this one. */
export function figuresOf(
  f: Figures,
): Pick<Dashboard, 'total_clients' | 'in_onboarding' | 'completed_forms' | 'pending_tasks'> {
  const figure = (value: number, before: number) => ({ value, previous: f.has_past ? before : null })
  return {
    total_clients: figure(f.clients, f.clients_before),
    in_onboarding: figure(f.onboarding, f.onboarding_before),
    completed_forms: figure(f.completed, f.completed_before),
    pending_tasks: figure(f.pending, f.pending_before),
  }
}
