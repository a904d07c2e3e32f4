import type { RemoteEntry, RemoteRegistry } from '@portal/contract/remotes'
import { incompatibility } from '@portal/contract/versions'
import { and, isNull, or, sql } from 'drizzle-orm'
import type { Context } from '../context.ts'
import type { Database } from '../db/client.ts'
import { remoteVersions } from '../db/schema/index.ts'
import { isVersion } from './build-files.ts'
import { type Candidate, candidates, COLUMNS, liveOf } from './live-versions.ts'
import { versionsToLeave } from './must-leave.ts'
import { recordDeployment } from './record-deployment.ts'
import { shellFacts, type ShellFacts } from './shell-facts.ts'

/** Returns the URL path of a file in a build. */
export const addressOf = (name: string, version: string, path: string): string => `/remotes/${name}/${version}/${path}`

/** A version that the holder of a preview link sees instead of the live one. */
export interface Preview {
  name: string
  version: string
  /** Seconds since 1970. */
  expires: number
}

/** Selects the previewed versions. */
export const previewed = (db: Database, previews: readonly Preview[]) =>
  db
    .select(COLUMNS)
    .from(remoteVersions)
    .where(
      and(
        isNull(remoteVersions.removed_at),
        or(sql`0`, ...previews.map(({ name, version }) => isVersion(name, version))),
      ),
    )

/** A version that the registry returns. */
type Served = Pick<Candidate, keyof typeof COLUMNS>

/**
 * Returns a remote for the shell. An incompatible one is included so that its page can say so, but it is not
 * loaded.
 */
function entryOf(
  { name, version, contract, sdk, place: { routes, role, nav, replaceable } }: Served,
  facts: ShellFacts | undefined,
  preview: boolean,
): RemoteEntry {
  const refused = facts && incompatibility({ contract, sdk }, facts)
  const place = { routes, role, nav, replaceable }
  const entry = { name, version, entry: addressOf(name, version, 'mf-manifest.json'), ...place, contract, sdk }
  return { ...entry, ...(preview ? { preview: true } : {}), ...(refused ? { refused } : {}) }
}

/** Replaces live versions with previewed ones, unless those claim pages of another remote. */
function withPreviews(live: readonly Served[], own: readonly Served[]): Served[] {
  const rest = live.filter((row) => !own.some((p) => p.name === row.name))
  const free = own.filter((p) => !rest.some((row) => row.place.routes.some((route) => p.place.routes.includes(route))))
  return [...live.filter((row) => !free.some((p) => p.name === row.name)), ...free]
}

const isSame = (a: Served, b: Served): boolean => a.name === b.name && a.version === b.version

/**
 * Reads the live remotes in navigation order, in one round trip.
 * @param previews versions that this browser sees instead of the live ones
 */
export async function readRegistry(ctx: Context, previews: readonly Preview[] = []): Promise<RemoteRegistry> {
  // A development server has no build of the shell, and everything is built from the same sources.
  const facts = await shellFacts(ctx).catch(() => undefined)
  const [rows, leave, own] = await ctx.db.batch([
    candidates(ctx.db),
    versionsToLeave(ctx.db, ctx.now),
    previewed(ctx.db, previews),
  ])
  const live = liveOf(rows, facts)
  if (facts) recordDeployment(ctx, live)
  const remotes = withPreviews(live, own).map((row) => {
    const left = leave.filter(({ name, version }) => name === row.name && version !== row.version)
    const entry = entryOf(row, facts, !live.some((l) => isSame(l, row)))
    return left.length > 0 ? { ...entry, leave: left.map(({ version }) => version) } : entry
  })
  const order = (entry: RemoteEntry): number => entry.nav?.order ?? 0
  return { remotes: remotes.sort((a, b) => order(a) - order(b) || a.name.localeCompare(b.name)) }
}
