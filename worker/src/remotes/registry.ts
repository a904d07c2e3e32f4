import type { RemoteEntry } from '@portal/contract/remotes'
import { incompatibility } from '@portal/contract/versions'
import { and, desc, eq, isNull, or } from 'drizzle-orm'
import type { Context } from '../context.ts'
import type { Database } from '../db/client.ts'
import { remotes, remoteVersions } from '../db/schema/index.ts'
import { isVersion } from './build-files.ts'
import { shellFacts, type ShellFacts } from './shell-facts.ts'

/** Returns the URL path of a file in a build. */
export const addressOf = (name: string, version: string, path: string): string => `/remotes/${name}/${version}/${path}`

const COLUMNS = {
  name: remoteVersions.name,
  version: remoteVersions.version,
  contract: remoteVersions.contract,
  sdk: remoteVersions.sdk,
  place: remoteVersions.place,
}

/** Selects the live versions. */
export const liveRemotes = (db: Database) =>
  db
    .select(COLUMNS)
    .from(remotes)
    .innerJoin(
      remoteVersions,
      and(eq(remoteVersions.name, remotes.name), eq(remoteVersions.version, remotes.live_version)),
    )
    .orderBy(remotes.name)
type Live = Awaited<ReturnType<typeof liveRemotes>>[number]

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
    .where(and(isNull(remoteVersions.removed_at), or(...previews.map(({ name, version }) => isVersion(name, version)))))

/**
 * Returns a remote for the shell. An incompatible one is included so that its page can say so, but it is not
 * loaded.
 */
function entryOf(
  { name, version, contract, sdk, place: { routes, role, nav, replaceable } }: Live,
  facts: ShellFacts | undefined,
  preview: boolean,
): RemoteEntry {
  const refused = facts && incompatibility({ contract, sdk }, facts)
  const place = { routes, role, nav, replaceable }
  const entry = { name, version, entry: addressOf(name, version, 'mf-manifest.json'), ...place, contract, sdk }
  return { ...entry, ...(preview ? { preview: true } : {}), ...(refused ? { refused } : {}) }
}

/** Replaces live versions with previewed ones, unless those claim pages of another remote. */
function withPreviews(live: readonly Live[], own: readonly Live[]): Live[] {
  const rest = live.filter((row) => !own.some((p) => p.name === row.name))
  const free = own.filter((p) => !rest.some((row) => row.place.routes.some((route) => p.place.routes.includes(route))))
  return [...live.filter((row) => !free.some((p) => p.name === row.name)), ...free]
}

/**
 * Reads the live remotes in navigation order, in one round trip.
 * @param previews versions that this browser sees instead of the live ones
 */
export async function readRegistry(ctx: Context, previews: readonly Preview[] = []): Promise<RemoteEntry[]> {
  // A development server has no build of the shell, and everything is built from the same sources.
  const facts = await shellFacts(ctx).catch(() => undefined)
  const [live, own] =
    previews.length > 0
      ? await ctx.db.batch([liveRemotes(ctx.db), previewed(ctx.db, previews)])
      : [await liveRemotes(ctx.db), []]
  const entries = withPreviews(live, own).map((row) =>
    entryOf(row, facts, !live.includes(row) && !live.some((l) => isSame(l, row))),
  )
  return entries.sort((a, b) => (a.nav?.order ?? 0) - (b.nav?.order ?? 0) || a.name.localeCompare(b.name))
}

const isSame = (a: Live, b: Live): boolean => a.name === b.name && a.version === b.version

/** Lists the announced versions of a remote, newest first. */
export async function listVersions(ctx: Context, name: string) {
  const rows = ctx.db
    .select({
      version: remoteVersions.version,
      contract: remoteVersions.contract,
      sdk: remoteVersions.sdk,
      state: remoteVersions.state,
      created_at: remoteVersions.created_at,
      live_at: remoteVersions.live_at,
      withdrawn_at: remoteVersions.withdrawn_at,
      must_leave_at: remoteVersions.must_leave_at,
      actor: remoteVersions.actor,
      commit: remoteVersions.commit,
      branch: remoteVersions.branch,
      message: remoteVersions.message,
      size: remoteVersions.size,
      live_version: remotes.live_version,
      pinned_version: remotes.pinned_version,
    })
    .from(remoteVersions)
    .leftJoin(remotes, eq(remotes.name, remoteVersions.name))
    .where(and(eq(remoteVersions.name, name), isNull(remoteVersions.removed_at)))
    .orderBy(desc(remoteVersions.created_at), desc(remoteVersions.version))
    .limit(100)
  const [versions, facts] = await Promise.all([rows, shellFacts(ctx)])
  return versions.map(({ live_version, pinned_version, state, ...row }) => {
    const refused = incompatibility(row, facts) ?? null
    const staged = refused !== null && state === 'published' && row.withdrawn_at === null
    return { ...row, live: row.version === live_version, pinned: row.version === pinned_version, refused, staged }
  })
}
