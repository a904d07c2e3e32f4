import type { RemoteVersions } from '@portal/contract/publishing'
import { incompatibility, waitsFor } from '@portal/contract/versions'
import { and, desc, eq, isNull } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { remoteVersions } from '../../platform/db/schema/index.ts'
import { badOf } from './hold.ts'
import { readLive } from './read-live.ts'
import { rollbackTarget } from './rollback-target.ts'

const PAGE_SIZE = 100

/** Lists the announced versions of a remote, newest first, and since when it is held. */
export async function listVersions(ctx: Context, name: string): Promise<RemoteVersions> {
  const all = ctx.db
    .select({
      version: remoteVersions.version,
      contract: remoteVersions.contract,
      sdk: remoteVersions.sdk,
      created_at: remoteVersions.created_at,
      live_at: remoteVersions.live_at,
      withdrawn_at: remoteVersions.withdrawn_at,
      bad_at: remoteVersions.bad_at,
      bad_by: remoteVersions.bad_by,
      bad_reason: remoteVersions.bad_reason,
      actor: remoteVersions.actor,
      author: remoteVersions.author,
      commit: remoteVersions.commit,
      branch: remoteVersions.branch,
      message: remoteVersions.message,
      size: remoteVersions.size,
    })
    .from(remoteVersions)
    .where(and(eq(remoteVersions.name, name), isNull(remoteVersions.removed_at)))
    .orderBy(desc(remoteVersions.created_at), desc(remoteVersions.version))
    .limit(PAGE_SIZE)
  const [versions, { live, held, published, shell }] = await Promise.all([all, readLive(ctx, name)])
  const items = versions.map(({ withdrawn_at, bad_at, bad_by, bad_reason, ...row }) => ({
    ...row,
    live: row.version === live?.version,
    bad: badOf({ bad_at, bad_by, bad_reason }),
    waits: (row.live_at !== null && withdrawn_at === null && waitsFor(row, shell)) || null,
    refused: incompatibility(row, shell) ?? null,
  }))
  return { items, held, previous: rollbackTarget(published, shell, live?.version) ?? null }
}
