import { eq, sql } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { authUsers, firms, profiles, remoteCanaries } from '../../../platform/db/schema/index.ts'

/** Returns the names of the firms and people that get the canary of a remote, whatever its share. */
export async function namedTargets({ db }: Pick<Context, 'db'>, name: string): Promise<string[]> {
  const inFirms = sql`${firms.id} IN (SELECT value FROM json_each(${remoteCanaries.firm_ids}))`
  const inPeople = sql`${authUsers.id} IN (SELECT value FROM json_each(${remoteCanaries.user_ids}))`
  const own = eq(remoteCanaries.name, name)
  const [namedFirms, people] = await db.batch([
    db.select({ name: firms.name }).from(remoteCanaries).innerJoin(firms, inFirms).where(own).orderBy(firms.name),
    db
      .select({ name: profiles.name, email: authUsers.email })
      .from(remoteCanaries)
      .innerJoin(authUsers, inPeople)
      .leftJoin(profiles, eq(profiles.id, authUsers.id))
      .where(own)
      .orderBy(authUsers.email),
  ])
  return [
    ...namedFirms.map((firm) => firm.name),
    ...people.map((person) => (person.name ? `${person.name} (${person.email})` : person.email)),
  ]
}
