import { type SQL, sql } from 'drizzle-orm'
import type { Database } from './client.ts'
import { encodeCursor } from './cursor.ts'

declare const encoded: unique symbol
/** JSON text of a T that SQLite wrote. It goes into the answer as it is: nothing is parsed or encoded again. */
export type Encoded<T> = string & { readonly [encoded]: T }

/** `json_object(…)` of a T: for each key the SQL expression of its value. */
export function jsonRow<T>(columns: { readonly [K in keyof T & string]: SQL }): SQL<T> {
  const pairs = Object.entries<SQL>(columns).map(([key, value]) => sql`${sql.raw(`'${key}'`)}, ${value}`)
  return sql<T>`json_object(${sql.join(pairs, sql`, `)})`
}

/** A condition as JSON true or false. */
export const jsonFlag = (condition: SQL): SQL => sql`json(iif(${condition}, 'true', 'false'))`

interface PageSpec<T> {
  /** An ordered SELECT of at least one row more than `limit`, at most; its columns are named by `p` in `row` and `key`. */
  rows: SQL
  /** See `jsonRow`. */
  row: SQL<T>
  /** What the rows are sorted by, before their id. */
  key: SQL
  limit: number
  /** Names the order, for the cursor. */
  sort: string
}

interface PageRow {
  item: string
  key: string | null
  id: string
}

/**
 * Reads a page of T, whose rows the database has encoded, in one round trip. They are put together here: SQLite compiles each statement anew, and
 * what would number, filter and join the rows there costs more than to find them.
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
