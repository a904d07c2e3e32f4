import { FLAGS } from '@portal/contract/flags'
import { sql } from 'drizzle-orm'
import type { Database } from '../../platform/db/client.ts'
import { flagValues, remoteVersions } from '../../platform/db/schema/index.ts'
import { AppError } from '../../errors.ts'
import { listFlags } from './list-flags.ts'

/**
 * Throws AppError `not_found`, which names the known flags, unless the shell or an uploaded version declares a flag, or
 * it has a value.
 */
export async function requireFlag(db: Database, name: string): Promise<void> {
  if (Object.hasOwn(FLAGS, name)) return
  const [remote = '', flag = ''] = name.split('.')
  const known = await db.all(sql`
    SELECT 1 FROM ${flagValues} WHERE ${flagValues.name} = ${name}
    UNION ALL
    SELECT 1 FROM ${remoteVersions} JOIN json_each(${remoteVersions.place}, '$.flags') AS declared
    WHERE ${remoteVersions.name} = ${remote} AND declared.key = ${flag} AND ${remoteVersions.removed_at} IS NULL
    LIMIT 1`)
  if (known.length > 0) return
  const others = (await listFlags(db)).flatMap((other) => (other.declared ? [other.name] : []))
  throw new AppError('not_found', { detail: `There is no flag ${name}. Flags: ${others.join(', ')}.` })
}
