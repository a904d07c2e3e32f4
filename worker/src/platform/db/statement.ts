import type { SQL } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/libsql/web'
import { SQLiteAsyncDialect } from 'drizzle-orm/sqlite-core'

/** A value in the database. */
export type SqlValue = string | number | null

/** A row of a result, by column. */
export type Row = Record<string, SqlValue>

/** A statement with its arguments by position. */
export interface Statement {
  readonly sql: string
  readonly args: readonly SqlValue[]
}

/** Placeholder for the time at which the Writer sends the batch, so that times follow the order of commits. */
export const COMMIT_TIME = { time: 'commit' } as const

/** A statement as passed to the Writer. */
export interface WriteStatement {
  readonly sql: string
  readonly args: readonly (SqlValue | typeof COMMIT_TIME)[]
}

/** Returns the statement with `COMMIT_TIME` replaced. */
export const stamped = ({ sql, args }: WriteStatement, at: string): Statement => ({
  sql,
  args: args.map((arg) => (typeof arg === 'object' && arg !== null ? at : arg)),
})

/** Returns how much text the arguments of statements have: about their size in bytes. */
export function argBytes(statements: readonly WriteStatement[]): number {
  let bytes = 0
  for (const { args } of statements) for (const arg of args) if (typeof arg === 'string') bytes += arg.length
  return bytes
}

/** A query of Drizzle's builder, or an `sql` template, that has not run. */
export type Query = SQL | { toSQL(): { sql: string; params: unknown[] } }

const dialect = new SQLiteAsyncDialect()

export function toStatement(query: Query): WriteStatement {
  const { sql, params } = 'toSQL' in query ? query.toSQL() : dialect.sqlToQuery(query)
  return { sql, args: params as SqlValue[] }
}

/** Builds queries for the Writer where there is no request with a database. It has no connection of its own. */
export const build = drizzle.mock()
