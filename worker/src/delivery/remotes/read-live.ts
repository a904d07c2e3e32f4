import type { Decision } from '@portal/contract/publishing'
import { and, desc, eq, isNotNull, isNull } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import type { Database } from '../../platform/db/client.ts'
import { remoteCanaries, remotes, remoteVersions } from '../../platform/db/schema/index.ts'
import { type RunningCanary, runningCanaries } from './canary/running-canaries.ts'
import { HELD, holdOf } from './hold.ts'
import { type Candidate, candidates, liveVersionOf } from './live-versions.ts'
import { shellBuild, type ShellBuild } from '../../platform/http/shell-build.ts'

/** Selects the versions of a remote that were ever published, the last one first. */
const publishedVersions = (db: Database, name: string) =>
  db
    .select({
      version: remoteVersions.version,
      contract: remoteVersions.contract,
      sdk: remoteVersions.sdk,
      live_at: remoteVersions.live_at,
      withdrawn_at: remoteVersions.withdrawn_at,
    })
    .from(remoteVersions)
    .where(and(eq(remoteVersions.name, name), isNotNull(remoteVersions.live_at), isNull(remoteVersions.removed_at)))
    .orderBy(desc(remoteVersions.live_at))
/** The versions of a remote that were ever published, the last one first. */
export type Published = Awaited<ReturnType<typeof publishedVersions>>

/** Which version of a remote is live, and everything that decides it. */
export interface LiveState {
  shell: ShellBuild
  /** The versions of all remotes that may be live. */
  rows: Candidate[]
  published: Published
  live: Candidate | undefined
  /** How often someone changed which version of the remote people get. */
  revision: number
  /** The version that is for some people now. */
  canary: RunningCanary | undefined
  /** Since when it is held; null when it is automatic. */
  held: Decision | null
}

/** Reads which version of a remote is live, in one round trip. */
export async function readLive(ctx: Context, name: string): Promise<LiveState> {
  const { db } = ctx
  const state = db
    .select({ revision: remotes.revision, ...HELD })
    .from(remotes)
    .where(eq(remotes.name, name))
  const running = runningCanaries(db).where(eq(remoteCanaries.name, name))
  const [[rows, published, [row], [canary]], shell] = await Promise.all([
    db.batch([candidates(db), publishedVersions(db, name), state, running]),
    shellBuild(ctx),
  ])
  const live = liveVersionOf(rows, shell, name)
  return { shell, rows, published, live, revision: row?.revision ?? 0, canary, held: holdOf(row) }
}
