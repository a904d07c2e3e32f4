import { and, eq, isNull } from 'drizzle-orm'
import { remoteTrusts } from '../../../worker/src/platform/db/schema/index.ts'
import { build } from '../../../worker/src/platform/db/statement.ts'
import { uuidv7 } from '../../../worker/src/platform/ids.ts'
import type { Database } from '../../database/database.ts'
import { withDatabase } from '../../database/with-database.ts'
import { changeCredential } from './change-credential.ts'

/** Trusts in jobs of CI providers. Write access to the database allows adding them. */

/** A trust as an operator describes it. */
export type NewTrust = Pick<
  typeof remoteTrusts.$inferInsert,
  'name' | 'issuer' | 'audience' | 'subject' | 'claims' | 'scope'
>

/** Allows the jobs of a CI provider to publish a remote. Returns the id of the trust. */
export async function addTrust(store: Database, { name, ...trust }: NewTrust): Promise<string> {
  const id = uuidv7()
  const insert = build.insert(remoteTrusts).values({ id, name, ...trust, created_at: new Date().toISOString() })
  await changeCredential(store, name, [insert], { action: 'remote.trust_added', detail: { trust: id, ...trust } })
  return id
}

const ownTrusts = (name: string) => and(eq(remoteTrusts.name, name), isNull(remoteTrusts.revoked_at))

/** Returns the trusts of a remote that are not revoked, oldest first. */
export const listTrusts = (store: Database, name: string): Promise<(typeof remoteTrusts.$inferSelect)[]> =>
  withDatabase(store, (db) => db.select().from(remoteTrusts).where(ownTrusts(name)).orderBy(remoteTrusts.id))

/**
 * Revokes a trust. Tokens of running jobs stay valid for at most 15 minutes.
 * @returns false if there is no such trust
 */
export async function revokeTrust(store: Database, name: string, id: string): Promise<boolean> {
  const trust = (await listTrusts(store, name)).find((each) => each.id === id)
  if (!trust) return false
  const revoke = build
    .update(remoteTrusts)
    .set({ revoked_at: new Date().toISOString() })
    .where(and(ownTrusts(name), eq(remoteTrusts.id, id)))
  const { issuer, subject } = trust
  await changeCredential(store, name, [revoke], {
    action: 'remote.trust_revoked',
    detail: { trust: id, issuer, subject },
  })
  return true
}
