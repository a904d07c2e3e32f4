import type { SubmissionsQuery } from '@portal/contract/review'
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { BookkeeperContext } from '../../context.ts'
import type { PageKey } from '../../platform/db/cursor.ts'
import { bookFormSubmissions } from '../../platform/db/schema/index.ts'
import { CANDIDATE_LIMIT, candidateSubmissions } from './submission-candidates.ts'
import { containsName, FILTERS, isCounted } from './submission-conditions.ts'
import { submissionOrder } from './submission-order.ts'

type Query = Omit<z.output<typeof SubmissionsQuery>, 'cursor'>

/**
 * Returns a query for one page of submissions, plus one, in the order of the query.
 *
 * The list is read along an index in its order. For a query that may match little, the candidates are looked up
 * instead, unless there are many of them: then the list is read after all, because it fills a page soon.
 */
export function submissionPage(ctx: BookkeeperContext, query: Query, after: PageKey | undefined) {
  const { db, actor } = ctx
  const { q, filter, workform, client } = query
  const { id, form_id, client_id, bookkeeper_id } = bookFormSubmissions
  const order = submissionOrder(query.sort)
  const matches = and(FILTERS[filter], isCounted(ctx, query), after && order.after(after))
  const list = (key: (value: string) => string | SQL) =>
    db
      .select({ id, key: order.column })
      .from(bookFormSubmissions)
      .where(
        and(
          eq(bookkeeper_id, key(actor.userId)),
          workform ? eq(form_id, key(workform)) : undefined,
          client ? eq(client_id, key(client)) : undefined,
          q ? containsName(ctx, q) : undefined,
          matches,
        ),
      )
  const candidateIds = candidateSubmissions(ctx, query, matches)
  if (!candidateIds)
    return list((value) => value)
      .orderBy(...order.by)
      .limit(query.limit + 1)
  const candidates = db.$with('candidates', { id }).as(candidateIds.getSQL())
  const areMany = sql`(SELECT count(*) FROM ${candidates}) > ${CANDIDATE_LIMIT}`
  // Nothing equals NULL, so the list is not read when there are few candidates.
  const ifMany = (value: string) => sql`CASE WHEN ${areMany} THEN ${value} END`
  return db
    .with(candidates)
    .select({ id, key: order.column })
    .from(bookFormSubmissions)
    .where(and(inArray(id, sql`(SELECT * FROM ${candidates} WHERE NOT ${areMany})`), matches))
    .unionAll(list(ifMany))
    .orderBy(...order.by)
    .limit(query.limit + 1)
}
