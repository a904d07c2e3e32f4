import type { CanaryShare } from '@portal/contract/canaries'
import type { Context } from '../../../context.ts'
import { goLive } from '../go-live.ts'
import type { Publisher } from '../publisher.ts'
import { endCanary } from './end-canary.ts'

/**
 * Makes a canary live for everyone.
 * @throws AppError `stale` when it is neither the running canary nor live; like `goLive`
 */
export async function promoteCanary(
  ctx: Context,
  publisher: Publisher,
  name: string,
  { version }: { version: string },
): Promise<CanaryShare> {
  await goLive(ctx, publisher, { name, version }, { kind: 'promote', steps: endCanary(ctx, name, version) })
  return { name, version, percent: 100 }
}
