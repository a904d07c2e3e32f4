import { isNotNull } from 'drizzle-orm'
import { remoteCanaries, remotes, remoteVersions } from '../../../worker/src/platform/db/schema/index.ts'
import { badOf, HELD, holdOf, leftAlone } from '../../../worker/src/delivery/remotes/hold.ts'
import type { Database } from '../../database/database.ts'
import { withDatabase } from '../../database/with-database.ts'

/** Returns why a deployment leaves a remote alone; undefined when it publishes the version. */
export type LeftAlone = (name: string, version: string) => string | undefined

/** Before the first deployment, and before the one that adds the columns, nothing can be held. */
const IS_OLD_SCHEMA = /no such (?:table|column)/

/** Returns a handler of errors that returns `instead` when the database does not know holds yet. */
export const onOldSchema =
  <T>(instead: T) =>
  (error: unknown): T => {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    if (cause instanceof Error && IS_OLD_SCHEMA.test(cause.message)) return instead
    throw error
  }

/** Reads which remotes are held, have a canary, or have bad versions. */
export async function readLeftAlone(database: Database): Promise<LeftAlone> {
  const { name, version, bad_at, bad_by, bad_reason } = remoteVersions
  const rows = await withDatabase(database, (db) =>
    db.batch([
      db
        .select({ name: remotes.name, ...HELD })
        .from(remotes)
        .where(isNotNull(remotes.held_at)),
      db.select().from(remoteCanaries),
      db.select({ name, version, bad_at, bad_by, bad_reason }).from(remoteVersions).where(isNotNull(bad_at)),
    ]),
  ).catch(onOldSchema(undefined))
  if (!rows) return () => undefined
  const [states, canaries, bad] = rows
  return (remote, build) => {
    const own = bad.find((row) => row.name === remote && row.version === build)
    return leftAlone(build, {
      name: remote,
      held: holdOf(states.find((row) => row.name === remote)),
      canary: canaries.find((row) => row.name === remote),
      bad: own ? badOf(own) : null,
    })
  }
}
