import { and, eq, isNull } from 'drizzle-orm'
import { operatorSessions, remotePeople, remoteVersions } from '../../../worker/src/platform/db/schema/index.ts'
import { build } from '../../../worker/src/platform/db/statement.ts'
import type { Database } from '../../database/database.ts'
import { withDatabase } from '../../database/with-database.ts'
import { changeCredential } from './change-credential.ts'

/** The people of the team of a remote, by address. Write access to the database allows changing them. */

/** Returns the addresses of the team of a remote. */
export async function listTeam(store: Database, name: string): Promise<string[]> {
  const own = eq(remotePeople.name, name)
  const rows = await withDatabase(store, (db) => db.select().from(remotePeople).where(own).orderBy(remotePeople.email))
  return rows.map(({ email }) => email)
}

/** Returns whether a remote has a version at the portal. */
export const isKnownRemote = (store: Database, name: string): Promise<boolean> =>
  withDatabase(
    store,
    async (db) =>
      (
        await db
          .select({ version: remoteVersions.version })
          .from(remoteVersions)
          .where(eq(remoteVersions.name, name))
          .limit(1)
      ).length > 0,
  )

export async function addPerson(store: Database, name: string, email: string): Promise<void> {
  const insert = build.insert(remotePeople).values({ name, email, added_at: new Date().toISOString() })
  await changeCredential(store, name, [insert], { action: 'remote.person_added', detail: { email } })
}

/** Removes a person from the team of a remote, and ends their sessions. */
export async function removePerson(store: Database, name: string, email: string): Promise<void> {
  const remove = build.delete(remotePeople).where(and(eq(remotePeople.name, name), eq(remotePeople.email, email)))
  const end = build
    .update(operatorSessions)
    .set({ ended_at: new Date().toISOString() })
    .where(and(eq(operatorSessions.email, email), isNull(operatorSessions.ended_at)))
  await changeCredential(store, name, [remove, end], { action: 'remote.person_removed', detail: { email } })
}
