import { type SQL, sql } from 'drizzle-orm'
import type { Database } from './client.ts'
import { encodeCursor } from './cursor.ts'

declare const encoded: unique symbol
/** JSON text of a T, encoded by SQLite. It becomes the response body without being parsed. */
export type Encoded<T> = string & { readonly [encoded]: T }

/** Returns the SQL `json_object(…)` of a T, from the SQL expression of each property. */
export function jsonRow<T>(columns: { readonly [K in keyof T & string]: SQL }): SQL<T> {
  const pairs = Object.entries<SQL>(columns).map(([key, value]) => sql`${sql.raw(`'${key}'`)}, ${value}`)
  return sql<T>`json_object(${sql.join(pairs, sql`, `)})`
}

/** Returns SQL for a condition as JSON true or false. */
export const jsonFlag = (condition: SQL): SQL => sql`json(iif(${condition}, 'true', 'false'))`

interface PageSpec<T> {
  /** An ordered SELECT of up to `limit` + 1 rows. `row` and `key` refer to its columns through the alias `p`. */
  rows: SQL
  /** The JSON of a row, made by `jsonRow`. */
  row: SQL<T>
  /** The value that the rows are sorted by, before their id. */
  key: SQL
  limit: number
  /** Name of the sort order, for the cursor. */
  sort: string
}

interface PageRow {
  item: string
  key: string | null
  id: string
}

/**
 * Reads a page of T in one round trip, with rows that the database encodes as JSON. Joining them here is cheaper than
 * in SQL, because SQLite compiles each statement again.
 */
export async function encodedPage<T>(
  db: Database,
  spec: PageSpec<T>,
): Promise<Encoded<{ items: T[]; next: string | null }>> {
  const { rows, row, key, limit, sort } = spec
  const found = await db.all<PageRow>(sql`SELECT ${row} AS item, ${key} AS key, p.id AS id FROM (${rows}) p`)
  const last = found.length > limit ? found[limit - 1] : undefined
  const items = found.slice(0, limit).map(({ item }) => item)
  const next = last ? encodeCursor(sort, { value: last.key ?? '', id: last.id }) : null
  return `{"items":[${items.join(',')}],"next":${JSON.stringify(next)}}` as Encoded<{ items: T[]; next: string | null }>
}
