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

/** Returns a query for completed workforms of clients: when their last section was approved, if not before `from`. */
const completedSince = (userId: string, from: string): SQL => sql`
  SELECT p.last FROM (SELECT workform_id, client_id, max(approved_at) AS last FROM book_client_workforms
      WHERE assigned_by = ${userId} AND ${sql.raw(isDone())}
      AND approved_at >= ${from} GROUP BY workform_id, client_id) p
    WHERE NOT EXISTS (SELECT 1 FROM book_client_workforms o
      WHERE o.assigned_by = ${userId} AND o.workform_id = p.workform_id AND o.client_id = p.client_id
        AND ${sql.raw(isNotDone('o'))})`

/**
 * Returns how many clients were in onboarding at an instant: now, corrected by new clients and status changes since.
 */
const onboardingAt = (userId: string, at: string): SQL => sql`
  (SELECT onboarding FROM counts)
  - (SELECT count(*) FROM book_clients WHERE bookkeeper_id = ${userId} AND status = 'onboarding'
  AND created_at >= ${at})
  + (SELECT coalesce(sum((x.first = 'onboarding') - (c.status = 'onboarding')), 0) FROM changed x CROSS
  JOIN book_clients c ON c.id = x.subject_id
     WHERE c.bookkeeper_id = ${userId} AND c.created_at < ${at})`

/**
 * Returns how many sections waited for review at an instant: now, without later submissions, plus those approved or
 * rejected since. Rejections are found in the audit log and count if the section was submitted before the instant.
 */
const pendingAt = (userId: string, firmId: string, at: string): SQL => sql`
  (SELECT n FROM waiting)
  - (SELECT count(*) FROM book_client_workforms WHERE assigned_by = ${userId} AND ${sql.raw(isWaiting())}
  AND submitted_at >= ${at})
  + (SELECT count(*) FROM book_client_workforms
     WHERE assigned_by = ${userId} AND ${sql.raw(isDone())} AND approved_at >= ${at} AND +submitted_at < ${at})
  + (SELECT count(*) FROM (SELECT subject_id, min(seq) AS seq FROM audit_log INDEXED BY audit_log_rejected
       WHERE firm_id = ${firmId} AND action = 'doc_rejected' AND at >= ${at} GROUP BY subject_id) r
     CROSS JOIN book_client_workforms a ON a.id = r.subject_id AND a.assigned_by = ${userId}
     WHERE (SELECT s.at FROM audit_log s WHERE s.subject_type = 'section' AND s.subject_id = r.subject_id
     AND s.seq < r.seq
       AND s.action = 'section.submitted' ORDER BY s.seq DESC LIMIT 1) < ${at})`

/** The bookkeeper, and when this month and the previous one began. */
export interface FiguresOf {
  userId: string
  firmId: string
  start: string
  previous: string
}

/**
 * Returns a query for the figures, each with its value at the end of last month. Clients and waiting sections have
 * denormalized counts; all other counts read only index ranges of the two months. The database has no statistics, so
 * the query names indexes and join orders where the planner would choose badly.
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
      EXISTS (SELECT 1 FROM profiles WHERE id = ${userId} AND created_at < ${start}) OR EXISTS (SELECT 1 ${own}
      AND created_at < ${start}) AS has_past,
      (SELECT clients FROM counts) AS clients,
      (SELECT clients FROM counts) - (SELECT count(*) ${own} AND created_at >= ${start}) AS clients_before,
      (SELECT onboarding FROM counts) AS onboarding,
      ${onboardingAt(userId, start)} AS onboarding_before,
      (SELECT count(*) FROM completed WHERE last >= ${start}) AS completed,
      (SELECT count(*) FROM completed WHERE last < ${start}) AS completed_before,
      (SELECT n FROM waiting) AS pending,
      ${pendingAt(userId, firmId, start)} AS pending_before`
}

/** Returns a query for the figures, by months in the bookkeeper's time zone. */
export function figuresQuery({ db, actor, now }: BookkeeperContext) {
  const { userId, firmId, timeZone } = actor
  return db.all<Figures>(figuresSql({ userId, firmId, ...monthStarts(timeZone, now) }))
}

/** Converts the figures for the API, without last month's when the bookkeeper is new this month. */
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
