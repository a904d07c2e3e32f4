import type { RemovedRemote } from '@portal/contract/remotes'
import { and, eq } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { remoteVersions } from '../../db/schema/index.ts'
import { step } from '../../db/write.ts'
import { found } from '../../errors.ts'
import { commitSwitch } from './commit-switch.ts'
import { inService } from './live-versions.ts'
import { endPreviews } from './end-previews.ts'
import type { Publisher } from './publisher.ts'
import { readLive } from './read-live.ts'

/**
 * Removes a remote from the registry by withdrawing all its versions, and ends its previews. Files of published
 * versions are still served for open tabs. Publishing, or a rollback to one of the versions, adds the remote again.
 * @throws AppError `not_found` when it is not live
 */
export async function remove(
  ctx: Context,
  publisher: Publisher,
  name: string,
  reason: string | undefined,
): Promise<RemovedRemote> {
  const { live, revision } = await readLive(ctx, name)
  const { version } = found(live)
  const withdraw = ctx.db.update(remoteVersions).set({ withdrawn_at: ctx.now.toISOString() })
  await commitSwitch(
    ctx,
    publisher,
    { kind: 'remove', name, from: version, to: null, reason, pinned: null, revision },
    [step(withdraw.where(and(eq(remoteVersions.name, name), inService()))), endPreviews(ctx, name)],
  )
  return { name, previous: version }
}
