import { createClient } from '@libsql/client/http'
import { and, eq, isNull } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/libsql/http'
import { remoteTrusts } from '../src/db/schema/index.ts'
import { uuidv7 } from '../src/ids.ts'
import type { Database } from './database.ts'

/** Trusts in jobs of CI providers. Write access to the database allows adding them. */

/** A trust as an operator describes it. */
export type NewTrust = Pick<
  typeof remoteTrusts.$inferInsert,
  'name' | 'issuer' | 'audience' | 'subject' | 'claims' | 'scope'
>

async function withDatabase<T>(store: Database, use: (db: ReturnType<typeof drizzle>) => Promise<T>): Promise<T> {
  const client = createClient(store)
  return use(drizzle(client)).finally(() => client.close())
}

/** Allows the jobs of a CI provider to publish a remote. Returns the id of the trust. */
export async function addTrust(store: Database, trust: NewTrust): Promise<string> {
  const id = uuidv7()
  await withDatabase(store, (db) =>
    db.insert(remoteTrusts).values({ ...trust, id, created_at: new Date().toISOString() }),
  )
  return id
}

/** Returns the trusts of a remote that are not revoked, oldest first. */
export const listTrusts = (store: Database, name: string): Promise<(typeof remoteTrusts.$inferSelect)[]> =>
  withDatabase(store, (db) =>
    db
      .select()
      .from(remoteTrusts)
      .where(and(eq(remoteTrusts.name, name), isNull(remoteTrusts.revoked_at)))
      .orderBy(remoteTrusts.id),
  )

/**
 * Revokes a trust. Tokens of running jobs stay valid for at most 15 minutes.
 * @returns false if there is no such trust
 */
export async function revokeTrust(store: Database, name: string, id: string): Promise<boolean> {
  const { rowsAffected } = await withDatabase(store, (db) =>
    db
      .update(remoteTrusts)
      .set({ revoked_at: new Date().toISOString() })
      .where(and(eq(remoteTrusts.name, name), eq(remoteTrusts.id, id), isNull(remoteTrusts.revoked_at))),
  )
  return rowsAffected > 0
}
