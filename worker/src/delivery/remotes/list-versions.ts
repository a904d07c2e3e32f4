import type { RemoteVersions } from '@portal/contract/remotes'
import { incompatibility, isAhead } from '@portal/contract/versions'
import { and, desc, eq, isNull } from 'drizzle-orm'
import type { z } from 'zod'
import type { Context } from '../../context.ts'
import { remotes, remoteVersions } from '../../db/schema/index.ts'
import { candidates, liveVersionOf } from './live-versions.ts'
import { shellFacts } from './shell-facts.ts'

const PAGE_SIZE = 100

/** Lists the announced versions of a remote, newest first. */
export async function listVersions(ctx: Context, name: string): Promise<z.output<typeof RemoteVersions>['items']> {
  const all = ctx.db
    .select({
      version: remoteVersions.version,
      contract: remoteVersions.contract,
      sdk: remoteVersions.sdk,
      created_at: remoteVersions.created_at,
      live_at: remoteVersions.live_at,
      withdrawn_at: remoteVersions.withdrawn_at,
      must_leave_at: remoteVersions.must_leave_at,
      actor: remoteVersions.actor,
      commit: remoteVersions.commit,
      branch: remoteVersions.branch,
      message: remoteVersions.message,
      size: remoteVersions.size,
      pinned_version: remotes.pinned_version,
    })
    .from(remoteVersions)
    .leftJoin(remotes, eq(remotes.name, remoteVersions.name))
    .where(and(eq(remoteVersions.name, name), isNull(remoteVersions.removed_at)))
    .orderBy(desc(remoteVersions.created_at), desc(remoteVersions.version))
    .limit(PAGE_SIZE)
  const [[versions, rows], facts] = await Promise.all([ctx.db.batch([all, candidates(ctx.db)]), shellFacts(ctx)])
  const live = liveVersionOf(rows, facts, name)?.version
  return versions.map(({ pinned_version, ...row }) => ({
    ...row,
    live: row.version === live,
    pinned: row.version === pinned_version,
    refused: incompatibility(row, facts) ?? null,
    staged: row.live_at !== null && row.withdrawn_at === null && isAhead(row, facts),
  }))
}
