import type { CanaryShare, ContinueCanary } from '@portal/contract/canaries'
import { eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Context } from '../../../context.ts'
import { remoteCanaries } from '../../../platform/db/schema/index.ts'
import { check, step } from '../../../platform/db/write.ts'
import { AppError } from '../../../errors.ts'
import { commitSwitch } from '../commit-switch.ts'
import { goLive } from '../go-live.ts'
import type { Publisher } from '../publisher.ts'
import { readLive } from '../read-live.ts'
import { nextStep } from './get-canary.ts'
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
  const { canary, live, revision } = await readLive(ctx, name)
  if (!canary || canary.version !== version || canary.percent !== percent) throw new AppError('stale')
  const from = live?.version ?? null
  const next = nextStep(percent)
  if (next === 100) {
    const isRunning = sql`EXISTS (SELECT 1 FROM ${remoteCanaries} WHERE name = ${name} AND version = ${version}
      AND percent = ${percent} AND step_at = ${canary.step_at})`
    // That a bad version is tried again was confirmed when it started.
    const asked = { again: true, automatic: false, expected: from }
    await goLive(ctx, publisher, { name, version }, asked, [check('stale', isRunning)])
    return { name, version, percent: next }
  }
  const advance = ctx.db.update(remoteCanaries).set({ percent: next, step_at: ctx.now.toISOString() })
  const reason = `for ${describeTargets({ ...canary, percent: next })}`
  const change = { kind: 'gradually', name, from, to: version, reason, revision } as const
  await commitSwitch(ctx, publisher, change, [step(advance.where(eq(remoteCanaries.name, name)))])
  return { name, version, percent: next }
}
