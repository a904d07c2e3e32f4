import { type SQL, sql } from 'drizzle-orm'
import { bookClients } from '../db/schema/index.ts'
import { containsText, isAscii } from '../search/contains-text.ts'
import { rareMatches, cappedMatches, isTooShort, matchesText, scanLimit } from '../search/client-search.ts'

const { seq, name, email, company } = bookClients

/**
 * Returns the `seq` of the bookkeeper's first clients whose name, email or company contains the text, in any case.
 * @param where further conditions: owner, status, cursor
 */
export function searchedClients(userId: string, q: string, where: SQL | undefined, by: SQL[], limit: number): SQL {
  const order = sql.join(by, sql`, `)
  const scan = (most: SQL): SQL =>
    sql`(SELECT ${seq} FROM ${bookClients} WHERE ${where} AND ${containsText(q, [name, email, company])}
      ORDER BY ${order} LIMIT ${most})`
  if (isTooShort(q)) return scan(sql`${limit}`)
  // The index folds the case of every alphabet, a scan with LIKE only that of ASCII.
  if (!isAscii(q)) {
    return sql`(SELECT ${seq} FROM clients_search s CROSS JOIN ${bookClients}
      WHERE ${matchesText(q)} AND ${seq} = s.rowid AND ${where} ORDER BY ${order} LIMIT ${limit})`
  }
  return sql`(
    WITH ${cappedMatches(userId, matchesText(q))}
    SELECT * FROM (SELECT ${seq} FROM ${rareMatches} f CROSS JOIN ${bookClients} WHERE ${seq} = f.seq AND ${where}
      ORDER BY ${order} LIMIT ${limit})
    UNION ALL
    SELECT * FROM ${scan(scanLimit(userId, limit))})`
}
