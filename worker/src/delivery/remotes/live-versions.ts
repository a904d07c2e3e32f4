import { incompatibility, isAhead, type PackageVersions } from '@portal/contract/versions'
import { and, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../platform/db/client.ts'
import { remotes, remoteVersions } from '../../platform/db/schema/index.ts'
import { COMMIT_TIME } from '../../platform/db/statement.ts'

/** The columns of a version that a page needs. */
export const COLUMNS = {
  name: remoteVersions.name,
  version: remoteVersions.version,
  contract: remoteVersions.contract,
  sdk: remoteVersions.sdk,
  place: remoteVersions.place,
}

/** Returns the condition that a version was published, and neither withdrawn nor removed. */
export const inService = (): SQL | undefined =>
  and(isNotNull(remoteVersions.live_at), isNull(remoteVersions.withdrawn_at), isNull(remoteVersions.removed_at))

/**
 * Selects the versions in service that may be live on some worker: the last published one for each remote, contract
 * and sdk.
 */
export const candidates = (db: Database) =>
  db
    .select({
      ...COLUMNS,
      // SQLite takes the other columns from the row with the maximum.
      live_at: sql<string>`max(${remoteVersions.live_at})`,
      recorded: remotes.live_version,
      held: remotes.held_version,
      held_at: remotes.held_at,
      revision: remotes.revision,
      switched_at: remotes.updated_at,
    })
    .from(remoteVersions)
    .leftJoin(remotes, eq(remotes.name, remoteVersions.name))
    .where(inService())
    .groupBy(remoteVersions.name, remoteVersions.contract, remoteVersions.sdk)
export type Candidate = Awaited<ReturnType<typeof candidates>>[number]

const isHeld = ({ version, held }: Candidate): boolean => version === held
/** Compares by precedence: a held version first, then the one that was published last. */
const compare = (a: Candidate, b: Candidate): number =>
  Number(isHeld(b)) - Number(isHeld(a)) || (a.live_at < b.live_at ? 1 : -1)

/**
 * Returns the live version of each remote: the first that the running portal can load. If it can load none, the first
 * one is live as soon as a switch was recorded, so that its pages can say why they are not available.
 * @param runs the running versions; undefined during development, when everything is built from the same sources
 */
export function liveOf(rows: readonly Candidate[], runs: PackageVersions | undefined): Candidate[] {
  return [...Map.groupBy(rows, (row) => row.name).values()].flatMap((versions) => {
    // Held at no version: it was taken out of the portal.
    if (versions.some(({ held, held_at }) => held_at !== null && held === null)) return []
    const inOrder = versions.sort(compare)
    const loadable = inOrder.find((version) => !runs || !incompatibility(version, runs))
    return loadable ?? inOrder.slice(0, 1).filter(({ recorded }) => recorded !== null)
  })
}

/** Returns the live version of a remote. */
export const liveVersionOf = (
  rows: readonly Candidate[],
  runs: PackageVersions | undefined,
  name: string,
): Candidate | undefined =>
  liveOf(
    rows.filter((row) => row.name === name),
    runs,
  )[0]

/** Returns the versions that are live, or wait for a newer portal. */
export const liveOrWaiting = (rows: readonly Candidate[], runs: PackageVersions): Candidate[] => [
  ...liveOf(rows, runs),
  ...rows.filter((row) => isAhead(row, runs)),
]

/** Returns the SQL of the next publishing time of a remote, which follows those of all its versions. */
export function nextLiveAt(db: Database, name: string): SQL {
  const last = sql`(${db
    .select({ at: sql`max(${remoteVersions.live_at})` })
    .from(remoteVersions)
    .where(eq(remoteVersions.name, name))})`
  return sql`max(${COMMIT_TIME}, coalesce(strftime('%Y-%m-%dT%H:%M:%fZ', ${last}, '+0.001 seconds'), ''))`
}
