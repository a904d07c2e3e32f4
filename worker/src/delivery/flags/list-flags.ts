import type { FlagState } from '@portal/contract/flag-settings'
import { FLAG_NAMES, FLAGS } from '@portal/contract/flags'
import { eq, sql } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { authUsers, firms, flagValues, profiles } from '../../db/schema/index.ts'

/** Returns all flags with their values, the least specific first. */
export async function listFlags(db: Database): Promise<FlagState[]> {
  const rows = await db
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
    )
  return FLAG_NAMES.map((name) => ({
    name,
    ...FLAGS[name],
    values: rows
      .filter((row) => row.name === name)
      .map(({ target, percent, updated_at, firm, person, email }) => ({
        target,
        kind: firm !== null ? 'firm' : email !== null ? 'person' : 'everyone',
        of: firm ?? (person ? `${person} (${email})` : email),
        percent,
        updated_at,
      })),
  }))
}
