import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { BookkeeperContext } from '../../context.ts'
import { bookWorkforms } from '../../platform/db/schema/index.ts'
import { containsParts } from '../../platform/search/contains-text.ts'
import { RESULTS_READ } from './results-shown.ts'

const { id, name, name_order, is_template, user_id, deleted_at, is_archived, created_at } = bookWorkforms

const COLUMNS = { id, name, is_template }

/** Archived workforms are in a tab of their own. */
const isActive = and(isNull(deleted_at), eq(is_archived, false))

/** Returns a query for the bookkeeper's newest workforms whose name contains a text. */
export const workformsContaining = ({ db, actor }: BookkeeperContext, q: string) =>
  db
    .select(COLUMNS)
    .from(bookWorkforms)
    .where(and(eq(user_id, actor.userId), isActive, containsParts(q, [name_order])))
    .orderBy(desc(created_at), desc(id))
    .limit(RESULTS_READ)

/** Returns a query for the workforms with these ids that the bookkeeper still has. */
export const workformsById = ({ db, actor }: BookkeeperContext, ids: readonly string[]) =>
  db
    .select(COLUMNS)
    .from(bookWorkforms)
    // The plus keeps SQLite from reading all workforms of the bookkeeper.
    .where(and(inArray(id, [...ids]), sql`+${user_id} = ${actor.userId}`, isActive))
