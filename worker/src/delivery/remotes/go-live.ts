import type { GoLive, LiveVersion } from '@portal/contract/remotes'
import { incompatibility, isAhead } from '@portal/contract/versions'
import type { z } from 'zod'
import type { Context } from '../../context.ts'
import { remotes } from '../../db/schema/index.ts'
import { commit, type Step, step } from '../../db/write.ts'
import { requireWhole, versionOf } from './build-files.ts'
import { changeChecked } from './change-checked.ts'
import { commitSwitch, staleSwitch } from './commit-switch.ts'
import { nextLiveAt } from './live-versions.ts'
import { requireLoadable } from './loadable.ts'
import type { Publisher } from './publisher.ts'
import { readLive } from './read-live.ts'
import { recordSwitch } from './record-switch.ts'
import { requireCompatible, requireFreeRoutes } from './shell-facts.ts'

type Build = Awaited<ReturnType<typeof versionOf>>

/** Returns a step that puts a version into service as the last published one. */
function putIntoService(ctx: Context, build: Build): Step {
  const set = { state: 'published', withdrawn_at: null, must_leave_at: null, left_at: null } as const
  return changeChecked(ctx, build, { ...set, live_at: nextLiveAt(ctx.db, build.name) })
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
 *   another version than the expected one is live; `version_exists` when its content was changed at the same time
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
  const publish = [putIntoService(ctx, build), ...steps]
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
