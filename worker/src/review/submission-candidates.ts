import type { SubmissionsQuery } from '@portal/contract/review'
import { and, eq, exists, inArray, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import type { BookkeeperContext } from '../context.ts'
import { bookClients, bookClientWorkforms, bookFormSubmissions, bookWorkforms } from '../db/schema/index.ts'
import { clientSearch } from '../search/client-search.ts'
import { containsText } from '../search/contains-text.ts'
import { isCountedSection } from './submission-conditions.ts'

type Query = Pick<z.output<typeof SubmissionsQuery>, 'q' | 'only' | 'workform' | 'client'>

/** Most candidates that are looked up. With more, reading the list fills a page sooner. */
export const CANDIDATE_LIMIT = 500

/**
 * Returns a condition: the submission's client is the bookkeeper's. With a condition on `bookkeeper_id`, SQLite would
 * read all of the bookkeeper's submissions.
 */
const isOfOwnClient = ({ db, actor }: BookkeeperContext): SQL =>
  exists(
    db
      .select({ id: bookClients.id })
      .from(bookClients)
      .where(and(eq(bookClients.id, bookFormSubmissions.client_id), eq(bookClients.bookkeeper_id, actor.userId))),
  )

/** Returns a query for the bookkeeper's submissions that meet a condition. */
const submissionsWhere = (ctx: BookkeeperContext, condition: SQL | undefined) =>
  ctx.db
    .select({ id: bookFormSubmissions.id })
    .from(bookFormSubmissions)
    .where(and(condition, isOfOwnClient(ctx)))

/**
 * Returns a query for submissions whose client's name or email, or workform's name, contains a text. If the bookkeeper
 * has too many clients with the text to look them up, it returns too many rows, so that the list is read.
 */
function namedSubmissions(ctx: BookkeeperContext, q: string, { client, workform }: Query) {
  const { db, actor } = ctx
  const { id, seq, bookkeeper_id, name, email } = bookClients
  const { client_id, form_id } = bookFormSubmissions
  const { matches, isRare, scannedOwner } = clientSearch(ctx, q, ['name', 'email'])
  const scanned = db.$with('scanned').as(
    db
      .select({ id })
      .from(bookClients)
      .where(and(eq(bookkeeper_id, scannedOwner), containsText(q, [name, email])))
      .limit(CANDIDATE_LIMIT + 1),
  )
  const rare = db.select({ seq: matches.seq }).from(matches).where(isRare)
  const scannedIds = db.select({ id: scanned.id }).from(scanned)
  const clients = db.select({ id }).from(bookClients).where(inArray(seq, rare)).unionAll(scannedIds)
  const workforms = db
    .select({ id: bookWorkforms.id })
    .from(bookWorkforms)
    .where(
      and(
        eq(bookWorkforms.firm_id, actor.firmId),
        workform ? eq(bookWorkforms.id, workform) : undefined,
        containsText(q, [bookWorkforms.name]),
      ),
    )
  const ofClient = client ? eq(client_id, client) : undefined
  const ofWorkform = workform ? eq(form_id, workform) : undefined
  return db
    .with(matches, scanned)
    .select({ id: bookFormSubmissions.id })
    .from(bookFormSubmissions)
    .where(and(inArray(client_id, clients), ofClient, ofWorkform, isOfOwnClient(ctx)))
    .unionAll(submissionsWhere(ctx, and(inArray(form_id, workforms), ofClient)))
    .unionAll(scannedIds)
}

/** Returns a query for submissions with a section that is overdue or was approved this month, the oldest first. */
function countedSubmissions(ctx: BookkeeperContext, only: 'overdue' | 'completed', workform: string | undefined) {
  const { submission_id, assigned_by, workform_id, due_date, approved_at } = bookClientWorkforms
  return ctx.db
    .selectDistinct({ id: submission_id })
    .from(bookClientWorkforms)
    .where(
      and(
        eq(assigned_by, ctx.actor.userId),
        workform ? eq(workform_id, workform) : undefined,
        isCountedSection(ctx, only),
      ),
    )
    .orderBy(only === 'overdue' ? due_date : approved_at)
}

/**
 * Returns a query for the submissions that a search finds, or of a client, or that a figure of the dashboard counts, up
 * to one more than `CANDIDATE_LIMIT`. Returns undefined for other queries, which an index of the list answers.
 */
export function candidateSubmissions(ctx: BookkeeperContext, query: Query) {
  const { q, only, workform, client } = query
  const { client_id, form_id } = bookFormSubmissions
  if (q) return namedSubmissions(ctx, q, query).limit(CANDIDATE_LIMIT + 1)
  if (client) {
    const ofClient = and(eq(client_id, client), workform ? eq(form_id, workform) : undefined)
    return submissionsWhere(ctx, ofClient).limit(CANDIDATE_LIMIT + 1)
  }
  if (only !== 'overdue' && only !== 'completed') return undefined
  return countedSubmissions(ctx, only, workform).limit(CANDIDATE_LIMIT + 1)
}
