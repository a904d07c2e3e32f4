import { foldText } from '@portal/contract/search-text'
import { and, asc, eq, gte, inArray, lt, sql } from 'drizzle-orm'
import type { BookkeeperContext } from '../../context.ts'
import { bookClients } from '../../platform/db/schema/index.ts'
import { clientSearch } from '../../platform/search/client-search.ts'
import { RESULTS_READ } from './results-shown.ts'

const { id, seq, name, email, company, status, bookkeeper_id, is_archived, name_order } = bookClients

const COLUMNS = { id, name, email, company, status }

/** Archived clients are in a list of their own. */
const isActive = eq(is_archived, false)

/** Sorts after every character that a name contains. */
const LAST_CHARACTER = '\u{10FFFF}'

/** Returns a query for the bookkeeper's clients whose name begins with a text. */
export function clientsByName({ db, actor }: BookkeeperContext, q: string) {
  const start = foldText(q)
  const isNamed = and(gte(name_order, start), lt(name_order, `${start}${LAST_CHARACTER}`))
  return db
    .select(COLUMNS)
    .from(bookClients)
    .where(and(eq(bookkeeper_id, actor.userId), isActive, isNamed))
    .orderBy(asc(name_order))
    .limit(RESULTS_READ)
}

/** Returns a query for the bookkeeper's clients whose name, email, company or phone number contains a text. */
export function clientsContaining(ctx: BookkeeperContext, q: string) {
  const { db, actor } = ctx
  const { matches, isRare, isScanned, scannedOwner } = clientSearch(ctx, q, 'all')
  return (
    db
      .with(matches)
      .select({ ...COLUMNS, name_order })
      .from(matches)
      // SQLite would join an INNER JOIN the other way around, and read all of the bookkeeper's clients.
      .crossJoin(bookClients)
      .where(and(isRare, eq(seq, matches.seq), eq(bookkeeper_id, actor.userId), isActive))
      .unionAll(
        db
          .select({ ...COLUMNS, name_order })
          .from(bookClients)
          .where(and(eq(bookkeeper_id, scannedOwner), isActive, isScanned)),
      )
      // Without the table, because it sorts a UNION.
      .orderBy(asc(sql`name_order`))
      .limit(RESULTS_READ)
  )
}

/** Returns a query for the clients with these ids that the bookkeeper still has. */
export const clientsById = ({ db, actor }: BookkeeperContext, ids: readonly string[]) =>
  db
    .select(COLUMNS)
    .from(bookClients)
    // The plus keeps SQLite from reading all clients of the bookkeeper.
    .where(and(inArray(id, [...ids]), sql`+${bookkeeper_id} = ${actor.userId}`, isActive))
