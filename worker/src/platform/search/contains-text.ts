import { searchParts } from '@portal/contract/search-text'
import { and, type SQL, type SQLWrapper, sql } from 'drizzle-orm'

const escapeLike = (q: string): string => q.replace(/[\\%_]/g, '\\$&')

/** Returns a condition: one of the columns contains the text, in any case of ASCII. Scans every row. */
export function likeAny(text: string, columns: readonly SQLWrapper[]): SQL {
  const tests = columns.map((column) => sql`${column} LIKE ${`%${escapeLike(text)}%`} ESCAPE '\\'`)
  return sql`(${sql.join(tests, sql` OR `)})`
}

/** Returns a condition: the columns, which are folded, contain all words of a text. Scans every row. */
export const containsParts = (text: string, columns: readonly SQLWrapper[]): SQL | undefined =>
  and(...searchParts(text).map((part) => likeAny(part, columns)))
