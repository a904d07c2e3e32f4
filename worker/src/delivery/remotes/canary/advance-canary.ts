import type { AdvanceCanary, CanaryShare } from '@portal/contract/canaries'
import { and, eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { Context } from '../../../context.ts'
import { remoteCanaries } from '../../../db/schema/index.ts'
import { commit, step } from '../../../db/write.ts'
import { AppError } from '../../../errors.ts'
import { announceSwitch } from '../announce-switch.ts'
import type { Publisher } from '../publisher.ts'
import { recordSwitch } from '../record-switch.ts'
import { nextStep, readCanary } from './get-canary.ts'
import { promoteCanary } from './promote-canary.ts'
import { describeTargets } from './targets.ts'

/**
 * Advances a canary from a share to the next one, or makes it live after the last one.
 * @throws AppError `stale` when it is not the running canary, or has another share
 */
export async function advanceCanary(
  ctx: Context,
  publisher: Publisher,
  name: string,
  { version, percent }: z.output<typeof AdvanceCanary>,
): Promise<CanaryShare> {
  const { canary, live } = await readCanary(ctx, name)
  if (!canary || canary.version !== version || canary.percent !== percent) throw new AppError('stale')
  const next = nextStep(percent)
  if (next === 100) return promoteCanary(ctx, publisher, name, { version })
  const advance = ctx.db
    .update(remoteCanaries)
    .set({ percent: next, step_at: ctx.now.toISOString() })
    .where(and(eq(remoteCanaries.name, name), eq(remoteCanaries.version, version), eq(remoteCanaries.percent, percent)))
  const reason = `for ${describeTargets({ ...canary, percent: next })}`
  await commit(ctx, [
    step(advance, 'stale'),
    ...recordSwitch(ctx, publisher, { kind: 'canary', name, from: live ?? null, to: version, reason }),
    announceSwitch(ctx),
  ])
  return { name, version, percent: next }
}
