import type { InValue } from '@libsql/client'
import type { World } from '../world.ts'

/** Rows of the database as it is in the end. */
export async function rows<T>({ stand }: World, sql: string, ...args: InValue[]): Promise<T[]> {
  return (await stand.db.execute({ sql, args })).rows as unknown as T[]
}
