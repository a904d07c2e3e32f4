import type { RemoteEntry } from '@portal/contract/remotes'
import { desc, eq, isNotNull } from 'drizzle-orm'
import type { Context } from '../context.ts'
import type { Database } from '../db/client.ts'
import { remotes, remoteVersions } from '../db/schema/index.ts'

/** Address of a file of a build. */
export const addressOf = (name: string, version: string, path: string): string => `/remotes/${name}/${version}/${path}`

/** Query of the remotes that are live. */
export const liveRemotes = (db: Database) => db.select().from(remotes).where(isNotNull(remotes.live_version)).orderBy(remotes.name)

/** The live remotes as the shell reads them, in the order of the navigation. One read. */
export async function readRegistry({ db }: Pick<Context, 'db'>): Promise<RemoteEntry[]> {
  const rows = await liveRemotes(db)
  const entries = rows.flatMap(({ name, live_version: version, place }) =>
    version && place ? [{ name, version, entry: addressOf(name, version, 'mf-manifest.json'), ...place }] : [],
  )
  return entries.sort((a, b) => (a.nav?.order ?? 0) - (b.nav?.order ?? 0) || a.name.localeCompare(b.name))
}

/** All versions of a remote that were announced, newest first; `live` marks the one that is. */
export async function listVersions({ db }: Context, name: string) {
  const rows = await db
    .select({
      version: remoteVersions.version,
      contract: remoteVersions.contract,
      sdk: remoteVersions.sdk,
      created_at: remoteVersions.created_at,
      live_version: remotes.live_version,
    })
    .from(remoteVersions)
    .leftJoin(remotes, eq(remotes.name, remoteVersions.name))
    .where(eq(remoteVersions.name, name))
    .orderBy(desc(remoteVersions.created_at), desc(remoteVersions.version))
    .limit(100)
  return rows.map(({ live_version, ...row }) => ({ ...row, live: row.version === live_version }))
}
