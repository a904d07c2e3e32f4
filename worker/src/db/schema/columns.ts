import { sql } from 'drizzle-orm'
import { text } from 'drizzle-orm/sqlite-core'

/** Columns and checks that many tables share. */

/** Returns a primary key column for a UUIDv7. */
export const id = () => text().primaryKey()
/** Returns a column for an instant in ISO 8601, UTC with milliseconds, which sorts as text. */
export const instant = () => text()
/** Returns `column IN (…)` for a CHECK. */
export const oneOf = (column: string, values: readonly string[]) =>
  sql.raw(`"${column}" IN (${values.map((v) => `'${v}'`).join(', ')})`)
