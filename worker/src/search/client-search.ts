import { count, lte, type SQL, sql } from 'drizzle-orm'
import { integer, sqliteTable } from 'drizzle-orm/sqlite-core'
import type { SignedIn } from '../context.ts'
import { isAscii } from './contains-text.ts'

/**
 * The trigram index of clients' names, emails and companies, kept by triggers. It holds the clients of all firms, so a
 * lookup costs as much as the text is frequent among all of them. Not in the schema, because Drizzle cannot create
 * virtual tables.
 */
const clientsSearch = sqliteTable('clients_search', { rowid: integer().notNull() })

/** The shortest text, in characters, that a trigram index can find. */
const TRIGRAM = 3
/** A negative LIMIT means none. */
const UNLIMITED = -1
type SearchColumn = 'name' | 'email' | 'company'

/** Most rows that are looked up one by one. With more matches, a scan in list order fills a page sooner. */
const LOOKUP_LIMIT = 1000

/** Returns whether a text is too short for the index. */
export const isTooShort = (q: string): boolean => Array.from(q).length < TRIGRAM

/**
 * Returns a condition on clients_search: a column contains the text, in any case.
 * @param columns the columns to search; all by default
 */
export function matchesText(q: string, columns?: readonly SearchColumn[]): SQL {
  const phrase = `"${q.replaceAll('\0', '').replaceAll('"', '""')}"`
  return sql`clients_search MATCH ${columns ? `{${columns.join(' ')}} : ${phrase}` : phrase}`
}

/**
 * Returns the parts of a query for the bookkeeper's clients that contain a text: a UNION ALL of two queries, of which
 * only one returns rows. If `isRare`, the first looks up the clients in `matches`, which has the `seq` of clients of
 * all firms. The second scans the clients whose bookkeeper is `scannedOwner`, which is null when there is no scan.
 */
export function clientSearch(
  { db, actor }: Pick<SignedIn, 'db' | 'actor'>,
  q: string,
  columns?: readonly SearchColumn[],
) {
  // The index folds the case of every alphabet, a scan with LIKE only that of ASCII.
  const isNeverScanned = !isAscii(q)
  const matches = db.$with('matches').as(
    db
      .select({ seq: clientsSearch.rowid })
      .from(clientsSearch)
      .where(matchesText(q, columns))
      .limit(isNeverScanned ? UNLIMITED : LOOKUP_LIMIT + 1),
  )
  if (isTooShort(q)) return { matches, isRare: sql`false`, scannedOwner: sql`${actor.userId}` }
  if (isNeverScanned) return { matches, isRare: sql`true`, scannedOwner: sql`NULL` }
  const n = db.select({ n: count() }).from(matches)
  // Part of the owner, so that the index seeks it only once: SQLite would evaluate another condition for each row.
  const scannedOwner = sql`CASE WHEN ${n} > ${LOOKUP_LIMIT} THEN ${actor.userId} END`
  return { matches, isRare: lte(n, LOOKUP_LIMIT), scannedOwner }
}
