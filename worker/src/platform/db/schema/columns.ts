import { sql } from 'drizzle-orm'
import { type AnySQLiteColumn, text } from 'drizzle-orm/sqlite-core'

/** Columns and checks that many tables share. */

/** Returns a primary key column for a UUIDv7. */
export const id = () => text().primaryKey()
/** Returns a column for an instant in ISO 8601, UTC with milliseconds, which sorts as text. */
export const instant = () => text()
/** Returns a column with the folded name, for tables that have `folded_name` only for names that are not ASCII. */
export const nameOrder = () =>
  text().generatedAlwaysAs(sql`coalesce("folded_name", lower("name"))`, { mode: 'virtual' })
/** Returns `column IN (…)` for a CHECK. */
export const oneOf = (column: string, values: readonly string[]) =>
  sql.raw(`"${column}" IN (${values.map((v) => `'${v}'`).join(', ')})`)

/** A reference to the row that this one belongs to, and is deleted with. */
export const belongsTo = (column: () => AnySQLiteColumn) => text().notNull().references(column, { onDelete: 'cascade' })
