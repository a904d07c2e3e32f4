import type { Dashboard } from '@portal/contract/dashboard'
import { and, count, desc, eq, exists, gte, lt, min, notExists, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { BookkeeperContext } from '../../context.ts'
import { isShown } from '../../platform/db/archived.ts'
import {
  auditLog,
  bookClients,
  bookClientWorkforms,
  clientCounts,
  profiles,
  waitingCounts,
} from '../../platform/db/schema/index.ts'
import { isDone, isNotDone, isWaiting } from '../../platform/db/section-phase.ts'
import { monthStarts } from '../../platform/time/day-starts.ts'

const sections = bookClientWorkforms

/** Returns the only value of a query as a column of another. */
const value = (query: SQLWrapper) => sql<number>`${query}`

/** Returns a condition for the firm's audit entries of an action since an instant; each action has a partial index. */
const entriesSince = ({ actor }: BookkeeperContext, action: SQL, at: string) =>
  and(eq(auditLog.firm_id, actor.firmId), sql`${auditLog.action} = ${action}`, gte(auditLog.at, at))

/** Returns a query for completed workforms of clients: when their last section was approved, if not before `from`. */
function completedSince({ db, actor }: BookkeeperContext, from: string) {
  const { assigned_by, workform_id, client_id, status, approved_at } = sections
  const other = alias(sections, 'other')
  const unfinished = db
    .select({ id: other.id })
    .from(other)
    .where(
      and(
        eq(other.assigned_by, actor.userId),
        eq(other.workform_id, workform_id),
        eq(other.client_id, client_id),
        isNotDone(other.status),
      ),
    )
  return db
    .select({ last: sql<string>`max(${approved_at})`.as('last') })
    .from(sections)
    .where(
      and(
        eq(assigned_by, actor.userId),
        isDone(status),
        isShown(sections.hidden_by),
        gte(approved_at, from),
        notExists(unfinished),
      ),
    )
    .groupBy(workform_id, client_id)
}

/** Returns a query for the clients in onboarding before their first status change since `at`, minus those now in it. */
function leftOnboarding(ctx: BookkeeperContext, at: string) {
  const { id, bookkeeper_id, status, created_at, is_archived } = bookClients
  const changed = ctx.db
    .select({
      now: sql<string>`${status}`.as('now'),
      // SQLite takes it from the row with the lowest seq.
      before: sql<string>`${auditLog.detail} ->> 'from'`.as('before'),
      first_seq: min(auditLog.seq).as('first_seq'),
    })
    .from(auditLog)
    .innerJoin(bookClients, eq(id, auditLog.subject_id))
    .where(
      and(
        entriesSince(ctx, sql`'client.status_changed'`, at),
        eq(bookkeeper_id, ctx.actor.userId),
        eq(is_archived, false),
        lt(created_at, at),
      ),
    )
    .groupBy(id)
    .as('changed')
  return ctx.db
    .select({ n: sql`coalesce(sum((${changed.before} = 'onboarding') - (${changed.now} = 'onboarding')), 0)` })
    .from(changed)
}

/** Returns a query for the number of sections that were rejected since `at` and submitted before it. */
function rejectedSince(ctx: BookkeeperContext, at: string) {
  const rejected = ctx.db
    .select({ section_id: sections.id, rejection: min(auditLog.seq).as('rejection') })
    .from(auditLog)
    .innerJoin(sections, eq(sections.id, auditLog.subject_id))
    .where(
      and(
        entriesSince(ctx, sql`'doc_rejected'`, at),
        eq(sections.assigned_by, ctx.actor.userId),
        isShown(sections.hidden_by),
      ),
    )
    .groupBy(sections.id)
    .as('rejected')
  const submission = alias(auditLog, 'submission')
  const submittedAt = ctx.db
    .select({ at: submission.at })
    .from(submission)
    .where(
      and(
        eq(submission.subject_type, 'section'),
        eq(submission.subject_id, rejected.section_id),
        lt(submission.seq, rejected.rejection),
        eq(submission.action, 'section.submitted'),
      ),
    )
    .orderBy(desc(submission.seq))
    .limit(1)
  return ctx.db
    .select({ n: count() })
    .from(rejected)
    .where(lt(value(submittedAt), at))
}

/**
 * Returns a query for what the figures are computed from. Clients and waiting sections have denormalized counts; the
 * other counts read index ranges of this month and the previous one.
 */
export function figuresQuery(ctx: BookkeeperContext) {
  const { db, actor, now } = ctx
  const { userId } = actor
  const { start, previous } = monthStarts(actor.timeZone, now)
  const ownClients = (condition: SQL) =>
    and(eq(bookClients.bookkeeper_id, userId), eq(bookClients.is_archived, false), condition)
  const ownSections = (...conditions: SQL[]) =>
    and(eq(sections.assigned_by, userId), isShown(sections.hidden_by), ...conditions)
  const newClients = gte(bookClients.created_at, start)
  const countedClients = (condition?: SQL) =>
    value(
      db
        .select({ n: sql`coalesce(sum(${clientCounts.n}), 0)` })
        .from(clientCounts)
        .where(and(eq(clientCounts.bookkeeper_id, userId), condition)),
    )
  const completed = db.$with('completed').as(completedSince(ctx, previous))
  return db
    .with(completed)
    .select({
      is_new: gte(profiles.created_at, start),
      has_old_clients: exists(
        db
          .select({ id: bookClients.id })
          .from(bookClients)
          .where(ownClients(lt(bookClients.created_at, start))),
      ),
      clients: countedClients(),
      new_clients: db.$count(bookClients, ownClients(newClients)),
      onboarding: countedClients(eq(clientCounts.status, 'onboarding')),
      new_onboarding: db.$count(bookClients, and(ownClients(newClients), eq(bookClients.status, 'onboarding'))),
      left_onboarding: value(leftOnboarding(ctx, start)),
      completed: db.$count(completed, gte(completed.last, start)),
      completed_before: db.$count(completed, lt(completed.last, start)),
      waiting: waitingCounts.n,
      submitted_since: db.$count(sections, ownSections(isWaiting(sections.status), gte(sections.submitted_at, start))),
      approved_since: db.$count(
        sections,
        ownSections(isDone(sections.status), gte(sections.approved_at, start), lt(sections.submitted_at, start)),
      ),
      rejected_since: value(rejectedSince(ctx, start)),
    })
    .from(profiles)
    .leftJoin(waitingCounts, eq(waitingCounts.bookkeeper_id, profiles.id))
    .where(eq(profiles.id, userId))
}
type Figures = Awaited<ReturnType<typeof figuresQuery>>[number]

/** Converts the figures for the API, each with its value at the end of last month; none if the bookkeeper is new. */
export function figuresOf(
  f: Figures,
): Pick<Dashboard, 'total_clients' | 'in_onboarding' | 'completed_forms' | 'pending_tasks'> {
  const hasPast = !f.is_new || f.has_old_clients
  const figure = (now: number, before: number) => ({ value: now, previous: hasPast ? before : null })
  const waiting = f.waiting ?? 0
  return {
    total_clients: figure(f.clients, f.clients - f.new_clients),
    in_onboarding: figure(f.onboarding, f.onboarding - f.new_onboarding + f.left_onboarding),
    completed_forms: figure(f.completed, f.completed_before),
    // Now, without later submissions, plus those that were approved or rejected since.
    pending_tasks: figure(waiting, waiting - f.submitted_since + f.approved_since + f.rejected_since),
  }
}
