import { type SQL, sql } from 'drizzle-orm'

/**
 * Returns an SQL expression for a new UUIDv7 per row, for INSERT … SELECT.
 * @param now milliseconds since the epoch
 */
export function uuidSql(now: number): SQL {
  const time = Math.floor(now).toString(16).padStart(12, '0')
  const hex = (bytes: number) => `lower(hex(randomblob(${bytes})))`
  const variant = `substr('89ab', 1 + (random() & 3), 1)`
  const digits = `substr(${hex(2)}, 2)`
  return sql.raw(
    `('${time.slice(0, 8)}-${time.slice(8)}-7' || ${digits} || '-' || ${variant} || ${digits} || '-' || ${hex(6)})`,
  )
}
