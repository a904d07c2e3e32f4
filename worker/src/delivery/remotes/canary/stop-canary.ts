import type { CanaryShare, StopCanary } from '@portal/contract/canaries'
import type { z } from 'zod'
import type { Context } from '../../../context.ts'
import { commit } from '../../../db/write.ts'
import { announceSwitch } from '../announce-switch.ts'
import type { Publisher } from '../publisher.ts'
import { readLive } from '../read-live.ts'
import { recordSwitch } from '../record-switch.ts'
import { leaveVersions } from '../versions-to-leave.ts'
import { endCanary } from './end-canary.ts'

/**
 * Stops a canary: everyone gets the live version, and open tabs leave the canary. It can be published again.
 * @throws AppError `stale` when it is not the running canary
 */
export async function stopCanary(
  ctx: Context,
  publisher: Publisher,
  name: string,
  { version, reason }: z.output<typeof StopCanary>,
): Promise<CanaryShare> {
  const { live } = await readLive(ctx, name)
  await commit(ctx, [
    ...endCanary(ctx, name, version),
    ...leaveVersions(ctx, name, [version]),
    ...recordSwitch(ctx, publisher, { kind: 'stop', name, from: version, to: live?.version ?? null, reason }),
    announceSwitch(ctx),
  ])
  return { name, version, percent: 0 }
}
