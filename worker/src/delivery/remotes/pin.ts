import type { LiveVersion } from '@portal/contract/remotes'
import type { Context } from '../../context.ts'
import { found } from '../../errors.ts'
import { commitSwitch } from './commit-switch.ts'
import { liveVersionOf } from './live-versions.ts'
import type { Publisher } from './publisher.ts'
import { readLive } from './read-live.ts'

/**
 * Pins the live version of a remote: it stays live until someone publishes or unpins, even after a
 * deployment.
 * @throws AppError `not_found` when no version is live; `stale` when another switch came first
 */
export async function pin(
  ctx: Context,
  publisher: Publisher,
  name: string,
  reason: string | undefined,
): Promise<LiveVersion> {
  const { live, revision } = await readLive(ctx, name)
  const { version, pinned } = found(live)
  if (pinned === version) return { name, version, previous: version }
  const change = { kind: 'pin', name, from: version, to: version, reason } as const
  await commitSwitch(ctx, publisher, { ...change, pinned: version, revision }, [])
  return { name, version, previous: version }
}

/**
 * Ends the pin of a remote. A version that was staged meanwhile can become live.
 * @throws AppError `not_found` when no version is live; `stale` when another switch came first
 */
export async function unpin(
  ctx: Context,
  publisher: Publisher,
  name: string,
  reason: string | undefined,
): Promise<LiveVersion> {
  const { facts, rows, live, revision } = await readLive(ctx, name)
  const { version: from, pinned } = found(live)
  if (pinned === null) return { name, version: from, previous: from }
  const free = rows.map((row) => ({ ...row, pinned: null }))
  const { version } = found(liveVersionOf(free, facts, name))
  const change = { kind: 'unpin', name, from, to: version, reason } as const
  await commitSwitch(ctx, publisher, { ...change, pinned: null, revision }, [])
  return { name, version, previous: from }
}
