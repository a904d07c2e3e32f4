import type { CanaryShare, StopCanary } from '@portal/contract/canaries'
import type { z } from 'zod'
import type { Context } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import { commitSwitch, makeChange } from '../commit-switch.ts'
import type { Publisher } from '../publisher.ts'
import { readLive } from '../read-live.ts'
import { leaveVersions } from '../version-marks.ts'

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
  return makeChange(async () => {
    const { live, canary, revision } = await readLive(ctx, name)
    if (canary?.version !== version) throw new AppError('stale')
    const change = { kind: 'stop', name, from: version, to: live?.version ?? null, reason, revision } as const
    await commitSwitch(ctx, publisher, change, leaveVersions(ctx, name, [version]))
    return { name, version, percent: 0 }
  })
}
