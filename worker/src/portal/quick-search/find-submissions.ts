import { and, asc, desc, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { BookkeeperContext } from '../../context.ts'
import { isShown } from '../../platform/db/archived.ts'
import { bookClients, bookClientWorkforms, bookFormSubmissions, bookWorkforms } from '../../platform/db/schema/index.ts'
import { isWaiting } from '../../platform/db/section-phase.ts'
import { isOfOwnClient } from '../review/submission-conditions.ts'
import { submissionPage } from '../review/submission-page.ts'
import { containsFolded } from '../../platform/search/contains-folded.ts'
import { RESULTS_READ } from './results-shown.ts'

const { id, form_id, client_id, updated_at } = bookFormSubmissions

/** Sections whose names are searched: those that have waited longest. Names of sections have no index. */
const SECTIONS_SEARCHED = 500

// As text, because Drizzle would omit the tables' names.
const waiting = sql
  .raw(
    `(SELECT json_group_array(section_name) FROM (SELECT w.section_name FROM book_client_workforms w
      WHERE w.submission_id = book_form_submissions.id AND ${isWaiting('w')} ORDER BY w.position, w.section_name))`,
  )
  .mapWith((names: string): string[] => JSON.parse(names) as string[])

/** Returns a query for submissions of the bookkeeper's clients, the newest first. */
export const submissionsWhere = (ctx: BookkeeperContext, condition: SQL | undefined) =>
  ctx.db
    .select({
      workform_id: form_id,
      workform_name: bookWorkforms.name,
      client_id,
      client_name: bookClients.name,
      waiting,
    })
    .from(bookFormSubmissions)
    .innerJoin(bookClients, eq(bookClients.id, client_id))
    .innerJoin(bookWorkforms, eq(bookWorkforms.id, form_id))
    .where(and(condition, isOfOwnClient(ctx)))
    .orderBy(desc(updated_at), desc(id))

/** Returns a query for the waiting submissions whose client or workform has a name, or an email, with this text. */
export function submissionsByName(ctx: BookkeeperContext, q: string) {
  const query = { q, filter: 'all', only: 'waiting', sort: 'newest', limit: RESULTS_READ } as const
  const page = submissionPage(ctx, query, undefined).as('page')
  return submissionsWhere(ctx, inArray(id, ctx.db.select({ id: page.id }).from(page))).limit(RESULTS_READ)
}

/** Returns a query for the submissions with a waiting section whose name contains a text. */
export function submissionsBySection(ctx: BookkeeperContext, q: string) {
  const { submission_id, section_name, assigned_by, status, submitted_at, hidden_by } = bookClientWorkforms
  const waitingLongest = ctx.db
    .select({ submission_id, section_name })
    .from(bookClientWorkforms)
    .where(and(eq(assigned_by, ctx.actor.userId), isWaiting(status), isShown(hidden_by)))
    .orderBy(asc(submitted_at))
    .limit(SECTIONS_SEARCHED)
    .as('longest')
  const named = ctx.db
    .select({ id: waitingLongest.submission_id })
    .from(waitingLongest)
    .where(containsFolded(q, waitingLongest.section_name))
    // The first of them are enough, and a submission has few sections.
    .limit(10 * RESULTS_READ)
  return submissionsWhere(ctx, inArray(id, named)).limit(RESULTS_READ)
}

/** Returns a query for submissions with these ids of workform and client, `<workform>~<client>`. */
export function submissionsById(ctx: BookkeeperContext, ids: readonly string[]) {
  const pairs = ids.flatMap((pair) => {
    const [workform = '', client] = pair.split('~')
    return client ? [and(eq(form_id, workform), eq(client_id, client))] : []
  })
  const pair = ctx.db
    .select({ id })
    .from(bookFormSubmissions)
    .where(pairs.length > 0 ? or(...pairs) : sql`0`)
  return submissionsWhere(ctx, inArray(id, pair))
}
