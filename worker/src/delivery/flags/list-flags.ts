import type { FlagState } from '@portal/contract/flag-settings'
import { flagNameOf, FLAGS } from '@portal/contract/flags'
import { and, eq, or, sql } from 'drizzle-orm'
import type { Database } from '../../platform/db/client.ts'
import {
  authUsers,
  firms,
  flagValues,
  profiles,
  remoteCanaries,
  remotes,
  remoteVersions,
} from '../../platform/db/schema/index.ts'

/** Selects the places of all live versions and canaries, with the flags that they declare; the live versions first. */
function places(db: Database) {
  const { name, version, place } = remoteVersions
  return db
    .select({ remote: name, place })
    .from(remotes)
    .leftJoin(remoteCanaries, eq(remoteCanaries.name, remotes.name))
    .innerJoin(
      remoteVersions,
      and(eq(name, remotes.name), or(eq(version, remotes.live_version), eq(version, remoteCanaries.version))),
    )
    .orderBy(name, sql`${version} IS NOT ${remotes.live_version}`)
}

/** Selects all values with the names of their targets, the least specific first. */
const values = (db: Database) =>
  db
    .select({
      name: flagValues.name,
      target: flagValues.target,
      percent: flagValues.percent,
      updated_at: flagValues.updated_at,
      firm: firms.name,
      person: profiles.name,
      email: authUsers.email,
    })
    .from(flagValues)
    .leftJoin(firms, eq(firms.id, flagValues.firm_id))
    .leftJoin(authUsers, eq(authUsers.id, flagValues.user_id))
    .leftJoin(profiles, eq(profiles.id, flagValues.user_id))
    .orderBy(
      sql`${flagValues.user_id} IS NOT NULL`,
      sql`${flagValues.firm_id} IS NOT NULL`,
      firms.name,
      authUsers.email,
      flagValues.name,
    )
type Value = Awaited<ReturnType<typeof values>>[number]

const settingOf = ({ target, percent, updated_at, firm, person, email }: Value): FlagState['values'][number] => ({
  target,
  kind: firm !== null ? 'firm' : email !== null ? 'person' : 'everyone',
  of: firm ?? (person ? `${person} (${email})` : email),
  percent,
  updated_at,
})

/** Returns the flags of the shell, of live versions and of canaries with their values, and others that have values. */
export async function listFlags(db: Database): Promise<FlagState[]> {
  const [used, rows] = await db.batch([places(db), values(db)])
  const flags = new Map<string, FlagState['declared']>(
    Object.entries(FLAGS).map(([name, declared]) => [name, { owner: 'shell', ...declared }]),
  )
  for (const { remote, place } of used)
    for (const [flag, declared] of Object.entries(place.flags ?? {})) {
      const name = flagNameOf(remote, flag)
      if (!flags.has(name)) flags.set(name, { owner: remote, ...declared })
    }
  for (const { name } of rows) if (!flags.has(name)) flags.set(name, null)
  return [...flags].map(([name, declared]) => ({
    name,
    declared,
    values: rows.filter((row) => row.name === name).map(settingOf),
  }))
}
