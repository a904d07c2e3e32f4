import type { Dashboard } from '@portal/contract/clients'
import { type SQL, sql } from 'drizzle-orm'
import type { BookkeeperContext } from '../context.ts'
import { monthsOf } from './months.ts'

interface Figures {
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

/** Client × workform pairs whose last section was approved in the span. */
const completedIn = (userId: string, from: string, to: string): SQL => sql`(
  SELECT count(*) FROM (SELECT DISTINCT client_id, workform_id FROM book_client_workforms
      WHERE assigned_by = ${userId} AND status = 'approved' AND approved_at >= ${from} AND approved_at < ${to}) p
    WHERE NOT EXISTS (SELECT 1 FROM book_client_workforms o
      WHERE o.assigned_by = ${userId} AND o.workform_id = p.workform_id AND o.client_id = p.client_id
        AND (o.status <> 'approved' OR o.approved_at >= ${to})))`

/** Clients who were in onboarding at the instant: those who are now, put right by the first change of status since then. */
const onboardingAt = (userId: string, at: string): SQL => sql`
  (SELECT count(*) FROM book_clients WHERE bookkeeper_id = ${userId} AND status = 'onboarding' AND created_at < ${at})
  + (SELECT coalesce(sum((x.first = 'onboarding') - (c.status = 'onboarding')), 0) FROM changed x JOIN book_clients c ON c.id = x.subject_id
     WHERE c.bookkeeper_id = ${userId} AND c.created_at < ${at})`

/**
 * Sections that waited for review at the instant: those that still do, and those approved or rejected since. A rejection leaves no trace
 * in the rows, but in the trail: it counts when the submission it answers lies before the instant.
 */
const pendingAt = (userId: string, firmId: string, at: string): SQL => sql`
  (SELECT count(*) FROM book_client_workforms WHERE assigned_by = ${userId} AND status = 'completed' AND submitted_at < ${at})
  + (SELECT count(*) FROM book_client_workforms
     WHERE assigned_by = ${userId} AND status = 'approved' AND approved_at >= ${at} AND submitted_at < ${at})
  + (SELECT count(*) FROM (SELECT subject_id, min(seq) AS seq FROM audit_log
       WHERE firm_id = ${firmId} AND action = 'doc_rejected' AND at >= ${at} GROUP BY subject_id) r
     CROSS JOIN book_client_workforms a ON a.id = r.subject_id AND a.assigned_by = ${userId}
     WHERE (SELECT s.at FROM audit_log s WHERE s.subject_type = 'section' AND s.subject_id = r.subject_id AND s.seq < r.seq
       AND s.action = 'section.submitted' ORDER BY s.seq DESC LIMIT 1) < ${at})`

/**
 * The figures of the dashboard, each with that of the month before in the bookkeeper's time zone; null there when the bookkeeper had
 * nothing yet before this month.
 */
export async function getDashboard(ctx: BookkeeperContext): Promise<Dashboard> {
  const { userId, firmId, timeZone } = ctx.actor
  const { start, previous } = monthsOf(timeZone, ctx.now)
  const after = '9999'
  const own = sql`FROM book_clients WHERE bookkeeper_id = ${userId}`
  const f = await ctx.db.get<Figures>(sql`
    WITH changed AS MATERIALIZED (
      SELECT subject_id, detail ->> 'from' AS first, min(seq) FROM audit_log
      WHERE firm_id = ${firmId} AND action = 'client.status_changed' AND at >= ${start} GROUP BY subject_id)
    SELECT
      EXISTS (SELECT 1 FROM profiles WHERE id = ${userId} AND created_at < ${start}) OR EXISTS (SELECT 1 ${own} AND created_at < ${start}) AS has_past,
      (SELECT count(*) ${own}) AS clients,
      (SELECT count(*) ${own} AND created_at < ${start}) AS clients_before,
      (SELECT count(*) ${own} AND status = 'onboarding') AS onboarding,
      ${onboardingAt(userId, start)} AS onboarding_before,
      ${completedIn(userId, start, after)} AS completed,
      ${completedIn(userId, previous, start)} AS completed_before,
      (SELECT count(*) FROM book_client_workforms WHERE assigned_by = ${userId} AND status = 'completed') AS pending,
      ${pendingAt(userId, firmId, start)} AS pending_before`)
  const figure = (value: number, before: number) => ({ value, previous: f.has_past ? before : null })
  return {
    total_clients: figure(f.clients, f.clients_before),
    in_onboarding: figure(f.onboarding, f.onboarding_before),
    completed_forms: figure(f.completed, f.completed_before),
    pending_tasks: figure(f.pending, f.pending_before),
  }
}
