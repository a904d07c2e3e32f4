import { incompatibility, type PackageVersions } from '@portal/contract/versions'
import { isNotNull } from 'drizzle-orm'
import { remotes } from '../../worker/src/platform/db/schema/index.ts'
import { describeDecision, HELD, holdOf } from '../../worker/src/delivery/remotes/hold.ts'
import { candidates, liveOf } from '../../worker/src/delivery/remotes/live-versions.ts'
import type { Database } from '../database/database.ts'
import { withDatabase } from '../database/with-database.ts'
import { onOldSchema } from '../publish/build/left-alone.ts'

/**
 * Returns in a line each which held and live versions the new worker cannot load, and what people get instead.
 * @param runs the versions of contract and sdk of the new worker
 * @param published the remotes that the deployment publishes
 */
export async function readUnloadable(
  database: Database,
  runs: PackageVersions,
  published: readonly string[],
): Promise<string[]> {
  const [rows, holds] = await withDatabase(database, (db) =>
    db.batch([
      candidates(db),
      db
        .select({ name: remotes.name, ...HELD })
        .from(remotes)
        .where(isNotNull(remotes.held_at)),
    ]),
  ).catch(onOldSchema([[], []] as const))
  return liveOf([...rows], runs).flatMap((next) => {
    const { name } = next
    // What is live now for as long as a worker can load it.
    const version = rows.find((row) => row.name === name && row.version === row.held) ?? next
    if (!incompatibility(version, runs) || published.includes(name)) return []
    const hold = holdOf(holds.find((row) => row.name === name))
    const state = hold ? `is held at ${version.version} since ${describeDecision(hold)}` : `${version.version} is live`
    const instead = version === next ? 'its pages will not be available' : `people get ${next.version} instead`
    return `${name} ${state}. The new worker cannot load it: ${instead}.`
  })
}
