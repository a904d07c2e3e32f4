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
  items: string
  key: string | null
  id: string | null
  more: number
}

/** Reads a page of T, encoded by the database, in one round trip. */
export async function encodedPage<T>(db: Database, spec: PageSpec<T>): Promise<Encoded<{ items: T[]; next: string | null }>> {
  const { rows, row, key, limit, sort } = spec
  const found = await db.get<PageRow>(sql`
    SELECT json_group_array(${row}) FILTER (WHERE p.n <= ${limit}) AS items, max(${key}) FILTER (WHERE p.n = ${limit}) AS key,
      max(p.id) FILTER (WHERE p.n = ${limit}) AS id, count(*) > ${limit} AS more
    FROM (SELECT row_number() OVER () AS n, * FROM (${rows})) p`)
  const next = found.more && found.id !== null ? encodeCursor(sort, { value: found.key ?? '', id: found.id }) : null
  return `{"items":${found.items},"next":${JSON.stringify(next)}}` as Encoded<{ items: T[]; next: string | null }>
}
