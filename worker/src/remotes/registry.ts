import type { RemoteEntry } from '@portal/contract/remotes'
import { incompatibility } from '@portal/contract/versions'
import { and, desc, eq, isNull, or } from 'drizzle-orm'
import type { Context } from '../context.ts'
import type { Database } from '../db/client.ts'
import { remotes, remoteVersions } from '../db/schema/index.ts'
import { shellFacts, type ShellFacts } from './shell-facts.ts'

/** Address of a file of a build. */
export const addressOf = (name: string, version: string, path: string): string => `/remotes/${name}/${version}/${path}`

const COLUMNS = {
  name: remoteVersions.name,
  version: remoteVersions.version,
  contract: remoteVersions.contract,
  sdk: remoteVersions.sdk,
  place: remoteVersions.place,
}

/** Query of the versions that are live. */
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

/** A version that its holder sees in place of the live one. */
export interface Preview {
  name: string
  version: string
  /** Seconds since 1970. */
  expires: number
}

/** Query of the versions that are previewed. */
export const previewed = (db: Database, previews: readonly Preview[]) =>
  db
    .select(COLUMNS)
    .from(remoteVersions)
    .where(
      and(
        isNull(remoteVersions.removed_at),
        or(
          ...previews.map(({ name, version }) =>
            and(eq(remoteVersions.name, name), eq(remoteVersions.version, version)),
          ),
        ),
      ),
    )

/** A remote as the shell reads it. What does not fit the shell that runs stays in, so that its page can say so, but is not loaded. */
function entryOf(
  { name, version, contract, sdk, place }: Live,
  facts: ShellFacts | undefined,
  preview: boolean,
): RemoteEntry {
  const refused = facts && incompatibility({ contract, sdk }, facts)
  const entry = { name, version, entry: addressOf(name, version, 'mf-manifest.json'), ...place, contract, sdk }
  return { ...entry, ...(preview ? { preview: true } : {}), ...(refused ? { refused } : {}) }
}

/** The rows that the holder of previews sees: theirs in place of the live ones, where they do not claim another remote's pages. */
function inPlace(live: readonly Live[], own: readonly Live[]): Live[] {
  const rest = live.filter((row) => !own.some((p) => p.name === row.name))
  const free = own.filter((p) => !rest.some((row) => row.place.routes.some((route) => p.place.routes.includes(route))))
  return [...live.filter((row) => !free.some((p) => p.name === row.name)), ...free]
}

/**
 * The remotes that are live as the shell reads them, in the order of the navigation. One read.
 * @param previews versions that this browser sees in place of the live ones
 */
export async function readRegistry(ctx: Context, previews: readonly Preview[] = []): Promise<RemoteEntry[]> {
  // A development server has no build of the shell; there everything is built from the same sources.
  const facts = await shellFacts(ctx).catch(() => undefined)
  const [live, own] =
    previews.length > 0
      ? await ctx.db.batch([liveRemotes(ctx.db), previewed(ctx.db, previews)])
      : [await liveRemotes(ctx.db), []]
  const entries = inPlace(live, own).map((row) =>
    entryOf(row, facts, !live.includes(row) && !live.some((l) => isSame(l, row))),
  )
  return entries.sort((a, b) => (a.nav?.order ?? 0) - (b.nav?.order ?? 0) || a.name.localeCompare(b.name))
}

const isSame = (a: Live, b: Live): boolean => a.name === b.name && a.version === b.version

/** All versions of a remote that were announced, newest first; `live` marks the one that is. */
export async function listVersions(ctx: Context, name: string) {
  const rows = ctx.db
    .select({
      version: remoteVersions.version,
      contract: remoteVersions.contract,
      sdk: remoteVersions.sdk,
      created_at: remoteVersions.created_at,
      live_version: remotes.live_version,
    })
    .from(remoteVersions)
    .leftJoin(remotes, eq(remotes.name, remoteVersions.name))
    .where(and(eq(remoteVersions.name, name), isNull(remoteVersions.removed_at)))
    .orderBy(desc(remoteVersions.created_at), desc(remoteVersions.version))
    .limit(100)
  const [versions, facts] = await Promise.all([rows, shellFacts(ctx)])
  return versions.map(({ live_version, ...row }) => ({
    ...row,
    live: row.version === live_version,
    refused: incompatibility(row, facts) ?? null,
  }))
}
