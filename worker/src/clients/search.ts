import { type SQL, sql } from 'drizzle-orm'
import { containsText, isAscii } from '../search/contains-text.ts'
import { rareMatches, cappedMatches, isTooShort, matchesText, scanLimit } from '../search/client-search.ts'

const COLUMNS = [sql`c.name`, sql`c.email`, sql`c.company`]

/**
 * Returns the ordered rows of book_clients (alias c) whose name, email or company contains the text, in any case.
 * @param where further conditions: owner, status, cursor
 */
export function searchedRows(userId: string, q: string, where: SQL, order: SQL, limit: number): SQL {
  const scan = (most: SQL): SQL =>
    sql`SELECT c.* FROM book_clients c WHERE ${where} AND ${containsText(q, COLUMNS)} ORDER BY ${order} LIMIT ${most}`
  if (isTooShort(q)) return scan(sql`${limit}`)
  // The index folds the case of every alphabet, a scan with LIKE only that of ASCII.
  if (!isAscii(q)) {
    return sql`SELECT c.* FROM clients_search s CROSS JOIN book_clients c
      WHERE ${matchesText(q)} AND c.seq = s.rowid AND ${where} ORDER BY ${order} LIMIT ${limit}`
  }
  return sql`
    WITH ${cappedMatches(userId, matchesText(q))}
    SELECT * FROM (SELECT c.* FROM ${rareMatches} f CROSS JOIN book_clients c WHERE c.seq = f.seq AND ${where}
      ORDER BY ${order} LIMIT ${limit})
    UNION ALL
    SELECT * FROM (${scan(scanLimit(userId, limit))})`
}
