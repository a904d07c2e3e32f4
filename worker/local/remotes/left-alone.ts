import { createClient } from '@libsql/client/http'
import { isNotNull } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/libsql/http'
import { remoteCanaries, remotes, remoteVersions } from '../../src/db/schema/index.ts'
import { HELD, holdOf } from '../../src/delivery/remotes/hold.ts'
import { badOf, leftAlone } from '../../src/delivery/remotes/left-alone.ts'
import type { Database } from '../database.ts'

/** Returns why a deployment leaves a remote alone; undefined when it publishes the version. */
export type LeftAlone = (name: string, version: string) => string | undefined

/** Before the first deployment, and before the one that adds the columns, nothing can be held. */
const IS_OLD_SCHEMA = /no such (?:table|column)/

/** Reads which remotes are held, have a canary, or have bad versions. */
export async function readLeftAlone(database: Database): Promise<LeftAlone> {
  const client = createClient(database)
  const db = drizzle(client)
  const { name, version, bad_at, bad_by, bad_reason } = remoteVersions
  try {
    const [states, canaries, bad] = await db.batch([
      db
        .select({ name: remotes.name, ...HELD })
        .from(remotes)
        .where(isNotNull(remotes.held_at)),
      db.select().from(remoteCanaries),
      db.select({ name, version, bad_at, bad_by, bad_reason }).from(remoteVersions).where(isNotNull(bad_at)),
    ])
    return (remote, build) => {
      const own = bad.find((row) => row.name === remote && row.version === build)
      return leftAlone(build, {
        name: remote,
        held: holdOf(states.find((row) => row.name === remote)),
        canary: canaries.find((row) => row.name === remote),
        bad: own ? badOf(own) : null,
      })
    }
  } catch (error) {
    if (
      error instanceof Error &&
      IS_OLD_SCHEMA.test(error.cause instanceof Error ? error.cause.message : error.message)
    )
      return () => undefined
    throw error
  } finally {
    client.close()
  }
}
