import { sql } from 'drizzle-orm'
import { text } from 'drizzle-orm/sqlite-core'

/** Column forms that many tables share. */

/** Primary key: a UUIDv7 made by the server. */
export const id = () => text().primaryKey()
/** An instant, ISO 8601 in UTC with milliseconds: sorts as text. */
export const instant = () => text()
/** `column IN (…)` for a CHECK on a status. */
export const oneOf = (column: string, values: readonly string[]) =>
  sql.raw(`"${column}" IN (${values.map((v) => `'${v}'`).join(', ')})`)
