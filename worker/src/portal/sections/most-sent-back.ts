import { and, desc, eq, gte, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { BookkeeperContext } from '../../context.ts'
import { isShown } from '../../platform/db/archived.ts'
import {
  bookClientWorkforms,
  bookWorkforms,
  correctedAnswers,
  sectionAttempts,
} from '../../platform/db/schema/index.ts'

/** Rejections or corrections that are counted: the latest, to bound the cost. */
export const MAX_COUNTED = 500

/** The period or workform to count, and the number of entries to return. */
interface Scope {
  bookkeeper?: string
  workform?: string
  /** The first instant that counts. */
  since?: string
  most: number
}

/** Returns a condition: a rejection or correction belongs to the scope. */
const isInScope = (
  { bookkeeper, workform, since }: Scope,
  columns: Record<'bookkeeper_id' | 'workform_id' | 'at', AnySQLiteColumn>,
): SQL | undefined =>
  and(
    bookkeeper ? eq(columns.bookkeeper_id, bookkeeper) : undefined,
    workform ? eq(columns.workform_id, workform) : undefined,
    since ? gte(columns.at, since) : undefined,
  )

/** Returns a query for the sections that were sent back most often; `own` counts those of the bookkeeper. */
export function mostSentBack({ db, actor }: BookkeeperContext, scope: Scope) {
  const { assignment_id, workform_id, bookkeeper_id, rejected_at } = sectionAttempts
  const recent = db
    .select({ assignment_id, workform_id, own: sql<number>`${bookkeeper_id} = ${actor.userId}`.as('own') })
    .from(sectionAttempts)
    .where(and(isInScope(scope, { bookkeeper_id, workform_id, at: rejected_at }), isNotNull(rejected_at)))
    .orderBy(desc(rejected_at))
    .limit(MAX_COUNTED)
    .as('recent')
  const { id, section_name, hidden_by } = bookClientWorkforms
  return (
    db
      .select({
        workform_id: recent.workform_id,
        workform_name: bookWorkforms.name,
        section_name,
        count: sql<number>`count(*)`.as('count'),
        own: sql<number>`sum(${recent.own})`,
      })
      .from(recent)
      .innerJoin(bookClientWorkforms, eq(id, recent.assignment_id))
      .innerJoin(bookWorkforms, eq(bookWorkforms.id, recent.workform_id))
      // The dashboard leaves archived work out; statistics of a workform include it.
      .where(scope.bookkeeper ? isShown(hidden_by) : undefined)
      .groupBy(recent.workform_id, section_name)
      .orderBy(sql`"count" DESC`, bookWorkforms.name_order, section_name)
      .limit(scope.most)
  )
}

/**
 * Returns a query for the questions whose answers were changed most often after a rejection, with their present names
 * and sections. Questions that the workform no longer has are left out.
 */
export function mostCorrected({ db, actor }: BookkeeperContext, scope: Scope) {
  const { assignment_id, workform_id, field_id, bookkeeper_id, at } = correctedAnswers
  const { id, hidden_by } = bookClientWorkforms
  const recent = db
    .select({ assignment_id, workform_id, field_id, own: sql<number>`${bookkeeper_id} = ${actor.userId}`.as('own') })
    .from(correctedAnswers)
    .where(isInScope(scope, { bookkeeper_id, workform_id, at }))
    .orderBy(desc(at))
    .limit(MAX_COUNTED)
    .as('recent')
  const field = (key: 'name' | 'section'): SQL<string | null> =>
    sql`(SELECT f.value ->> ${key} FROM json_each(${bookWorkforms.fields}) f
      WHERE f.value ->> 'id' = ${recent.field_id})`
  return db
    .select({
      workform_id: recent.workform_id,
      workform_name: bookWorkforms.name,
      field_id: recent.field_id,
      section_name: sql<string>`${field('section')}`.as('section_name'),
      question: sql<string>`${field('name')}`.as('question'),
      count: sql<number>`count(*)`.as('count'),
      own: sql<number>`sum(${recent.own})`,
    })
    .from(recent)
    .innerJoin(bookClientWorkforms, eq(id, recent.assignment_id))
    .innerJoin(bookWorkforms, eq(bookWorkforms.id, recent.workform_id))
    .where(scope.bookkeeper ? isShown(hidden_by) : undefined)
    .groupBy(recent.workform_id, recent.field_id)
    .having(sql`"question" IS NOT NULL`)
    .orderBy(sql`"count" DESC`, bookWorkforms.name_order, sql`"question"`)
    .limit(scope.most)
}
