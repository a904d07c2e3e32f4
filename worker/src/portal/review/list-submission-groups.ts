import type { SubmissionGroupsPage, SubmissionGroupsQuery } from '@portal/contract/review'
import { and, eq, exists, inArray, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { BookkeeperContext } from '../../context.ts'
import { decodeCursor } from '../../platform/db/cursor.ts'
import { readPage } from '../../platform/db/page.ts'
import { bookClients, bookFormSubmissions, bookWorkforms } from '../../platform/db/schema/index.ts'
import { CANDIDATE_LIMIT, matchingSubmissions } from './submission-candidates.ts'
import { containsName, FILTERS, isCounted, isOfOwnClient } from './submission-conditions.ts'

type Query = z.output<typeof SubmissionGroupsQuery>

/** Submissions of a group that are counted. */
const COUNT_LIMIT = 500

/** The tables of the groups: what refers to a group, whom it belongs to, and its name on screens. */
const GROUPS = {
  client: {
    table: bookClients,
    ref: bookFormSubmissions.client_id,
    owner: bookClients.bookkeeper_id,
    // Part of the index by name.
    isShown: eq(bookClients.is_archived, false),
    label: sql<string>`coalesce(nullif(${bookClients.name}, ''), ${bookClients.email})`,
  },
  workform: {
    table: bookWorkforms,
    ref: bookFormSubmissions.form_id,
    owner: bookWorkforms.firm_id,
    isShown: undefined,
    label: sql<string>`${bookWorkforms.name}`,
  },
} as const

/** Returns a query for the groups with matching submissions, with their number. */
function groupsWhere(
  ctx: BookkeeperContext,
  from: Pick<BookkeeperContext['db'], 'select'>,
  by: Query['by'],
  which: SQL | undefined,
  matches: SQL | undefined,
) {
  const { table, ref, label } = GROUPS[by]
  const ofGroup = ctx.db
    .select({ id: bookFormSubmissions.id })
    .from(bookFormSubmissions)
    .where(and(eq(ref, table.id), matches, isOfOwnClient(ctx)))
  const n = sql<number>`(SELECT count(*) FROM (${ofGroup.limit(COUNT_LIMIT + 1)}))`
  return from
    .select({ id: table.id, key: sql<string>`${table.name_order}`.as('key'), label, n })
    .from(table)
    .where(and(which, exists(ofGroup)))
}

/**
 * Returns a page of the clients or workforms that have matching submissions, sorted by name. If few submissions match,
 * their groups are looked up; otherwise all groups are read in their order, because most of them match.
 */
export async function listSubmissionGroups(ctx: BookkeeperContext, query: Query): Promise<SubmissionGroupsPage> {
  const { db, actor } = ctx
  const { q, filter, by, limit } = query
  const { table, ref, owner, isShown } = GROUPS[by]
  const after = decodeCursor(by, query.cursor)
  const filters = and(FILTERS[filter], isCounted(ctx, query))
  const matches = and(filters, q ? containsName(ctx, q) : undefined)
  const { id } = bookFormSubmissions
  const candidates = db.$with('candidates', { id }).as(matchingSubmissions(ctx, query, filters).getSQL())
  const areMany = sql`(SELECT count(*) FROM ${candidates}) > ${CANDIDATE_LIMIT}`
  const few = db
    .selectDistinct({ ref })
    .from(bookFormSubmissions)
    .where(inArray(id, sql`(SELECT * FROM ${candidates} WHERE NOT ${areMany})`))
  // Nothing equals NULL, so the groups are not read when there are few candidates.
  const ifMany = sql`CASE WHEN ${areMany} THEN ${by === 'client' ? actor.userId : actor.firmId} END`
  const isAfter = after && sql`(${table.name_order}, ${table.id}) > (${after.value}, ${after.id})`
  const rows = groupsWhere(ctx, db.with(candidates), by, and(inArray(table.id, few), isAfter), matches)
    .unionAll(groupsWhere(ctx, db, by, and(eq(owner, ifMany), isShown, isAfter), matches))
    .orderBy(sql`"key"`, sql`"id"`)
  const page = await readPage(rows, { limit, sort: by, keyOf: (row) => ({ value: row.key, id: row.id }) })
  return {
    ...page,
    items: page.items.map((row) => ({
      id: row.id,
      name: row.label,
      count: Math.min(row.n, COUNT_LIMIT),
      more: row.n > COUNT_LIMIT,
    })),
  }
}
