import { type SQL, sql } from 'drizzle-orm'
import { containing, isAscii } from '../db/containing.ts'

/** How the text of a search box finds clients by name, e-mail or company, whatever its case. */

/** Characters below which the trigram index knows nothing. */
const TRIGRAM = 3

/** An FTS5 phrase: the text itself, anywhere. */
const phrase = (q: string): string => `"${q.replaceAll('\0', '').replaceAll('"', '""')}"`

const COLUMNS = [sql`c.name`, sql`c.email`, sql`c.company`]

/** Hits of the index up to which they are looked up one by one, and beyond which walking the list in its own order is cheaper. */
const FEW = 1000

/**
 * The ordered rows of book_clients (alias c) that a search finds.
 * @param where conditions that hold in any case: owner, status, cursor
 */
export function searchedRows(q: string, where: SQL, order: SQL, limit: number): SQL {
  if (Array.from(q).length < TRIGRAM)
    return sql`SELECT c.* FROM book_clients c WHERE ${where} AND ${containing(q, COLUMNS)} ORDER BY ${order} LIMIT ${limit}`
  const match = phrase(q)
  // The index folds the case of every alphabet, the list's own search only that of ASCII.
  if (!isAscii(q)) {
    return sql`SELECT c.* FROM clients_search s CROSS JOIN book_clients c
      WHERE s.clients_search MATCH ${match} AND c.seq = s.rowid AND ${where} ORDER BY ${order} LIMIT ${limit}`
  }
  // What is rare is found through the index; what is frequent is soon met in the list itself. Only one of the two runs: LIMIT 0 stops the
  // other before it begins.
  return sql`
    SELECT * FROM (
      WITH few AS MATERIALIZED (SELECT rowid AS seq FROM clients_search WHERE clients_search MATCH ${match} LIMIT ${FEW + 1})
      SELECT * FROM (
        SELECT c.* FROM (SELECT seq FROM few WHERE (SELECT count(*) FROM few) <= ${FEW}) f CROSS JOIN book_clients c
        WHERE c.seq = f.seq AND ${where} ORDER BY ${order} LIMIT ${limit})
      UNION ALL
      SELECT * FROM (
        SELECT c.* FROM book_clients c WHERE ${where} AND ${containing(q, COLUMNS)} ORDER BY ${order}
        LIMIT (SELECT iif(count(*) > ${FEW}, ${limit}, 0) FROM few)))`
}
