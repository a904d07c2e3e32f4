import { isMonthFocus, isSentBackFocus } from '@portal/contract/section-machine'
import type { SubmissionsQuery } from '@portal/contract/review'
import { and, desc, eq, inArray, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { z } from 'zod'
import type { BookkeeperContext } from '../../context.ts'
import { bookClients, bookClientWorkforms, bookFormSubmissions, bookWorkforms } from '../../platform/db/schema/index.ts'
import { clientSearch } from '../../platform/search/client-search.ts'
import { containsParts } from '../../platform/search/contains-text.ts'
import { submissionsOfMonth } from './sections-of-month.ts'
import {
  FILTERS,
  type Focus,
  isCounted,
  isCountedSection,
  isOfOwnClient,
  isOfOwnClientEvenArchived,
} from './submission-conditions.ts'
import { submissionsSentBack } from './submissions-sent-back.ts'
import { submissionOrder } from './submission-order.ts'

type Query = Omit<z.output<typeof SubmissionsQuery>, 'cursor'>

/** Most candidates that are looked up. With more, reading the list fills a page sooner. */
export const CANDIDATE_LIMIT = 500

/** Returns a query for the bookkeeper's submissions that meet a condition. */
const submissionsWhere = (ctx: BookkeeperContext, condition: SQL | undefined) =>
  ctx.db
    .select({ id: bookFormSubmissions.id })
    .from(bookFormSubmissions)
    .where(and(condition, isOfOwnClient(ctx)))

/**
 * Returns a query for the submissions of workforms that meet a condition. Without other conditions that may match
 * little, these are the first of each workform that fill a page.
 */
function submissionsOfWorkforms(
  ctx: BookkeeperContext,
  which: SQL | undefined,
  query: Query,
  matches: SQL | undefined,
) {
  const { id, form_id, client_id, bookkeeper_id } = bookFormSubmissions
  if (query.client || query.only) {
    const workforms = ctx.db.select({ id: bookWorkforms.id }).from(bookWorkforms).where(which)
    return submissionsWhere(
      ctx,
      and(inArray(form_id, workforms), query.client ? eq(client_id, query.client) : undefined),
    )
  }
  const first = alias(bookFormSubmissions, 'first')
  const ofWorkform = ctx.db
    .select({ id })
    .from(bookFormSubmissions)
    .where(and(eq(bookkeeper_id, ctx.actor.userId), eq(form_id, bookWorkforms.id), matches))
    .orderBy(...submissionOrder(query.sort).by)
    .limit(query.limit + 1)
  return ctx.db
    .select({ id: first.id })
    .from(bookWorkforms)
    .innerJoin(first, inArray(first.id, ofWorkform))
    .where(which)
}

/**
 * Returns a query for submissions whose client's name or email, or workform's name, contains a text. If the bookkeeper
 * has too many clients with the text to look them up, it returns too many rows, so that the list is read.
 */
function namedSubmissions(ctx: BookkeeperContext, q: string, query: Query, matching: SQL | undefined) {
  const { client, workform } = query
  const { db, actor } = ctx
  const { id, seq, bookkeeper_id, created_at, is_archived } = bookClients
  const { client_id, form_id } = bookFormSubmissions
  const { matches, isRare, isScanned, scannedOwner } = clientSearch(ctx, q, 'name-and-email')
  const scanned = db.$with('scanned').as(
    db
      .select({ id })
      .from(bookClients)
      .where(and(eq(bookkeeper_id, scannedOwner), eq(is_archived, false), isScanned))
      // As they are stored. SQLite would choose the order of another index, which jumps from row to row.
      .orderBy(created_at)
      .limit(CANDIDATE_LIMIT + 1),
  )
  const rare = db.select({ seq: matches.seq }).from(matches).where(isRare)
  const scannedIds = db.select({ id: scanned.id }).from(scanned)
  const clients = db.select({ id }).from(bookClients).where(inArray(seq, rare)).unionAll(scannedIds)
  const isNamed = and(
    eq(bookWorkforms.firm_id, actor.firmId),
    workform ? eq(bookWorkforms.id, workform) : undefined,
    containsParts(q, [bookWorkforms.name_order]),
  )
  const ofClient = client ? eq(client_id, client) : undefined
  const ofWorkform = workform ? eq(form_id, workform) : undefined
  return db
    .with(matches, scanned)
    .select({ id: bookFormSubmissions.id })
    .from(bookFormSubmissions)
    .where(and(inArray(client_id, clients), ofClient, ofWorkform, isOfOwnClient(ctx)))
    .unionAll(submissionsOfWorkforms(ctx, isNamed, query, matching))
    .unionAll(scannedIds)
}

/** Returns a query for submissions with a section that is overdue or was approved this month, the oldest first. */
function countedSubmissions(ctx: BookkeeperContext, only: 'overdue' | 'completed', query: Query) {
  const { workform } = query
  const { submission_id, assigned_by, workform_id, due_date, approved_at } = bookClientWorkforms
  return ctx.db
    .selectDistinct({ id: submission_id })
    .from(bookClientWorkforms)
    .where(
      and(
        eq(assigned_by, ctx.actor.userId),
        workform ? eq(workform_id, workform) : undefined,
        isCountedSection(ctx, only, query),
      ),
    )
    .orderBy(only === 'overdue' ? due_date : approved_at)
}

/** Returns a query for the submissions that pass a filter, which has an index in the order of the last activity. */
function filteredSubmissions(ctx: BookkeeperContext, query: Query) {
  const { filter, workform } = query
  const { id, form_id, bookkeeper_id, updated_at } = bookFormSubmissions
  return ctx.db
    .select({ id })
    .from(bookFormSubmissions)
    .where(
      and(
        eq(bookkeeper_id, ctx.actor.userId),
        workform ? eq(form_id, workform) : undefined,
        FILTERS[filter],
        isCounted(ctx, query),
      ),
    )
    .orderBy(desc(updated_at), desc(id))
}

/**
 * Returns a query for the submissions that a search finds, or of a client, or that a figure of the dashboard counts, or
 * that pass a filter in another order than its index has, up to one more than `CANDIDATE_LIMIT`. Returns undefined for
 * other queries, which an index of the list answers.
 * @param matching condition of the filters and the cursor
 */
export function candidateSubmissions(ctx: BookkeeperContext, query: Query, matching: SQL | undefined) {
  const { q, only, month, workform, client, filter, sort } = query
  const { client_id, form_id } = bookFormSubmissions
  if (q) return namedSubmissions(ctx, q, query, matching).limit(CANDIDATE_LIMIT + 1)
  if (client) {
    if (!workform) return submissionsWhere(ctx, eq(client_id, client)).limit(CANDIDATE_LIMIT + 1)
    // The details of a client link to a single assignment, also while it is archived.
    return ctx.db
      .select({ id: bookFormSubmissions.id })
      .from(bookFormSubmissions)
      .where(and(eq(client_id, client), eq(form_id, workform), isOfOwnClientEvenArchived(ctx)))
  }
  if (isSentBackFocus(only)) return submissionsSentBack(ctx, only, query).limit(CANDIDATE_LIMIT + 1)
  if (isMonthFocus(only)) return submissionsOfMonth(ctx, only, month, workform).limit(CANDIDATE_LIMIT + 1)
  if (only === 'overdue' || only === 'completed') return countedSubmissions(ctx, only, query).limit(CANDIDATE_LIMIT + 1)
  if (sort !== 'newest' && (filter !== 'all' || only)) return filteredSubmissions(ctx, query).limit(CANDIDATE_LIMIT + 1)
  return undefined
}

/**
 * Returns a query for the submissions of any client and workform that a search finds or that pass a filter, up to one
 * more than `CANDIDATE_LIMIT`.
 */
export function matchingSubmissions(
  ctx: BookkeeperContext,
  filters: Pick<Query, 'q' | 'filter'> & Focus,
  matching: SQL | undefined,
) {
  const query: Query = { ...filters, sort: 'newest', limit: CANDIDATE_LIMIT }
  return candidateSubmissions(ctx, query, matching) ?? filteredSubmissions(ctx, query).limit(CANDIDATE_LIMIT + 1)
}
