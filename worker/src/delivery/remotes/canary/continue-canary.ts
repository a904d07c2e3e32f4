import type { CanaryShare, ContinueCanary } from '@portal/contract/canaries'
import { and, eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { Context } from '../../../context.ts'
import { remoteCanaries } from '../../../db/schema/index.ts'
import { commit, step } from '../../../db/write.ts'
import { AppError } from '../../../errors.ts'
import { announceSwitch } from '../announce-switch.ts'
import { goLive } from '../go-live.ts'
import type { Publisher } from '../publisher.ts'
import { recordSwitch } from '../record-switch.ts'
import { endCanary } from './end-canary.ts'
import { nextStep, readCanary } from './get-canary.ts'
import { describeTargets } from './targets.ts'

/**
 * Gives a canary to the next share of people. After the last one, it is live.
 * @throws AppError `stale` when it is not the running canary, or has another share; like `goLive`
 */
export async function continueCanary(
  ctx: Context,
  publisher: Publisher,
  name: string,
  { version, percent }: z.output<typeof ContinueCanary>,
): Promise<CanaryShare> {
  const { canary, live } = await readCanary(ctx, name)
  if (!canary || canary.version !== version || canary.percent !== percent) throw new AppError('stale')
  const next = nextStep(percent)
  if (next === 100) {
    // That a bad version is tried again was confirmed when it started.
    const asked = { again: true, automatic: false, expected: live ?? null }
    await goLive(ctx, publisher, { name, version }, asked, endCanary(ctx, name, version))
    return { name, version, percent: next }
  }
  const isSame = and(
    eq(remoteCanaries.name, name),
    eq(remoteCanaries.version, version),
    eq(remoteCanaries.percent, percent),
  )
  const advance = ctx.db.update(remoteCanaries).set({ percent: next, step_at: ctx.now.toISOString() }).where(isSame)
  const reason = `for ${describeTargets({ ...canary, percent: next })}`
  await commit(ctx, [
    step(advance, 'stale'),
    ...recordSwitch(ctx, publisher, { kind: 'gradually', name, from: live ?? null, to: version, reason }),
    announceSwitch(ctx),
  ])
  return { name, version, percent: next }
}
