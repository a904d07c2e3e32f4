import type { GoLive, LiveVersion } from '@portal/contract/remotes'
import { incompatibility, isAhead } from '@portal/contract/versions'
import { and, isNull } from 'drizzle-orm'
import type { z } from 'zod'
import type { Context } from '../context.ts'
import { remotes, remoteVersions } from '../db/schema/index.ts'
import { commit, type Step, step } from '../db/write.ts'
import { isVersion, requireWhole, versionOf } from './build-files.ts'
import { commitSwitch, staleSwitch } from './commit-switch.ts'
import { nextLiveAt } from './live-versions.ts'
import { requireLoadable } from './loadable.ts'
import type { Publisher } from './publisher.ts'
import { readLive } from './read-live.ts'
import { recordSwitch } from './record-switch.ts'
import { requireCompatible, requireFreeRoutes } from './shell-facts.ts'

/** Returns a step that puts a version into service as the last published one. */
function putIntoService({ db }: Context, name: string, version: string): Step {
  const set = { withdrawn_at: null, must_leave_at: null, left_at: null }
  const publish = db.update(remoteVersions).set({ ...set, state: 'published', live_at: nextLiveAt(db, name) })
  return step(publish.where(and(isVersion(name, version), isNull(remoteVersions.removed_at))), 'not_found')
}

interface Promotion {
  /** `promote` for a canary that becomes live for everyone. */
  kind?: 'publish' | 'promote'
  /** What else changes in the same batch. */
  steps?: readonly Step[]
}

/**
 * Publishes a version: it becomes live with the next page load, while open tabs keep theirs. A version for a newer
 * portal is staged: it becomes live when that portal is deployed.
 * @throws AppError `not_found`; `invalid_input` while files are missing or damaged; `incompatible_remote`; `stale` when
 *   another version than the expected one is live
 */
export async function goLive(
  ctx: Context,
  publisher: Publisher,
  { name, version }: { name: string; version: string },
  { expected, reason, kind = 'publish', steps = [] }: z.output<typeof GoLive> & Promotion,
): Promise<LiveVersion> {
  const build = await versionOf(ctx, name, version)
  const [{ facts, rows, live, revision }] = await Promise.all([readLive(ctx, name), requireWhole(ctx, build)])
  const from = live?.version ?? null
  if (expected !== undefined && expected !== from && from !== version) throw await staleSwitch(ctx, name, from)
  const staged = isAhead(build, facts) ? incompatibility(build, facts) : undefined
  if (!staged) requireCompatible(build, facts)
  requireFreeRoutes(build, facts, rows)
  await requireLoadable(ctx, build)
  // A repeated CI job or start of the portal must neither end a canary nor signal a switch.
  if (kind === 'publish' && from === version && live?.pinned !== version) return { name, version, previous: from }
  const publish = [putIntoService(ctx, name, version), ...steps]
  if (staged) {
    const pointer = ctx.db.insert(remotes).values({ name, updated_at: ctx.now.toISOString() })
    const unpin = pointer.onConflictDoUpdate({ target: remotes.name, set: { pinned_version: null } })
    const change = { kind: 'stage', name, from, to: version, reason } as const
    await commit(ctx, [...publish, step(unpin), ...recordSwitch(ctx, publisher, change)])
    return { name, version, previous: from, staged }
  }
  const change = { kind, name, from, to: version, reason } as const
  await commitSwitch(ctx, publisher, { ...change, pinned: null, revision }, publish)
  return { name, version, previous: from }
}
