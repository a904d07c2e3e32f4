import type { GoLive, LiveVersion } from '@portal/contract/publishing'
import { waitsFor } from '@portal/contract/versions'
import type { z } from 'zod'
import type { Context } from '../../context.ts'
import type { Step } from '../../platform/db/write.ts'
import { type Build, requireWhole, versionOf } from './build-files.ts'
import { changeChecked } from './change-checked.ts'
import { commitSwitch, makeChange, staleSwitch } from './commit-switch.ts'
import { AUTOMATIC } from './hold.ts'
import { nextLiveAt } from './live-versions.ts'
import { requireLoadable } from './loadable.ts'
import type { Publisher } from './publisher.ts'
import { readLive } from './read-live.ts'
import { pruneLater } from './prune.ts'
import { requireAllowed } from './require-allowed.ts'
import { requireCompatible, requireFreeRoutes } from './require-loadable.ts'
import { UNMARKED } from './version-marks.ts'

type Asked = z.output<typeof GoLive>

/** Returns a step that puts a version into service as the last published one. */
function putIntoService(ctx: Context, build: Build): Step {
  const set = { ...UNMARKED, state: 'published', left_at: null } as const
  return changeChecked(ctx, build, { ...set, live_at: nextLiveAt(ctx.db, build.name) })
}

/**
 * Publishes a version: it becomes live with the next page load, while open tabs keep theirs, and a hold ends. A version
 * for a newer portal waits until that portal is deployed.
 * @param more what else changes in the same batch
 * @throws AppError `not_found`; `invalid_input` while files are missing or damaged; `incompatible_remote`; `stale` when
 *   another version than the expected one is live; `version_exists` when its content was changed at the same time;
 *   `bad_version` and `left_alone`, also while another version is a canary
 */
export async function goLive(
  ctx: Context,
  publisher: Publisher,
  { name, version }: { name: string; version: string },
  asked: Asked,
  more: readonly Step[] = [],
): Promise<LiveVersion> {
  let { expected } = asked
  return makeChange(async () => {
    const build = await versionOf(ctx, name, version)
    const [state] = await Promise.all([readLive(ctx, name), requireWhole(ctx, build)])
    const { shell, rows, live, revision, held } = state
    const from = live?.version ?? null
    // A repeated CI job or start of the portal must neither end a canary nor signal a switch.
    if (from === version && (asked.automatic || !held)) return { name, version, previous: from }
    requireAllowed(build, state, asked)
    expected = expected === undefined ? from : expected
    if (expected !== from && from !== version) throw await staleSwitch(ctx, name, from)
    const waits = waitsFor(build, shell)
    if (waits === undefined) requireCompatible(build, shell)
    requireFreeRoutes(build, shell, rows)
    await requireLoadable(ctx, build)
    const kind = waits === undefined ? 'publish' : 'wait'
    const change = { kind, name, from, to: version, reason: asked.reason, revision, hold: AUTOMATIC } as const
    await commitSwitch(ctx, publisher, change, [putIntoService(ctx, build), ...more])
    pruneLater(ctx, name)
    return { name, version, previous: from, ...(waits && { waits }), ...(held && { ended: held }) }
  })
}
