import { and, eq, inArray } from 'drizzle-orm'
import type { Database } from '../../platform/db/client.ts'
import { authUsers, firms, profiles } from '../../platform/db/schema/index.ts'

/** Finds people and firms by what an operator knows about them. Addresses are in lower case. */

/** Returns the id of the person with each address; undefined for an unknown one. */
export async function findPeople(db: Database, addresses: readonly string[]): Promise<(string | undefined)[]> {
  if (addresses.length === 0) return []
  const rows = await db
    .select({ id: authUsers.id, email: authUsers.email })
    .from(authUsers)
    .where(inArray(authUsers.email, [...addresses]))
  return addresses.map((address) => rows.find(({ email }) => email === address)?.id)
}

/** Returns the id of each firm, given by its id or the address of a bookkeeper; undefined for an unknown one. */
export async function findFirms(db: Database, given: readonly string[]): Promise<(string | undefined)[]> {
  if (given.length === 0) return []
  const [byId, byAddress] = await db.batch([
    db
      .select({ id: firms.id })
      .from(firms)
      .where(inArray(firms.id, [...given])),
    db
      .select({ id: profiles.firm_id, email: authUsers.email })
      .from(authUsers)
      .innerJoin(profiles, eq(profiles.id, authUsers.id))
      .where(and(inArray(authUsers.email, [...given]), eq(profiles.role, 'bookkeeper'))),
  ])
  return given.map(
    (text) => byId.find(({ id }) => id === text)?.id ?? byAddress.find(({ email }) => email === text)?.id ?? undefined,
  )
}
