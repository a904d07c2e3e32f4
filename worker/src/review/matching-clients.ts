import { type SQL, sql } from 'drizzle-orm'
import { bookClients } from '../db/schema/index.ts'
import {
  cappedMatches,
  isTooShort,
  LOOKUP_LIMIT,
  matchesText,
  rareMatches,
  scanLimit,
} from '../search/client-search.ts'
import { containsText } from '../search/contains-text.ts'

/**
 * Returns SELECT of the ids of clients whose name or email contains the text, of all bookkeepers; of the bookkeeper's
 * own, at most one more than `LOOKUP_LIMIT`.
 */
export function matchingClients(userId: string, q: string): SQL {
  const { id, seq, bookkeeper_id, name, email } = bookClients
  const own = (limit: SQL): SQL => sql`SELECT ${id} FROM ${bookClients}
    WHERE ${bookkeeper_id} = ${userId} AND ${containsText(q, [sql`${name}`, sql`${email}`])} LIMIT ${limit}`
  if (isTooShort(q)) return own(sql`${LOOKUP_LIMIT + 1}`)
  return sql`WITH ${cappedMatches(userId, matchesText(q, ['name', 'email']))}
    SELECT ${id} FROM ${bookClients} WHERE ${seq} IN ${rareMatches}
    UNION ALL SELECT * FROM (${own(scanLimit(userId, LOOKUP_LIMIT + 1))})`
}
