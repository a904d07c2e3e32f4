import { CANARY_RULE } from '@portal/contract/canary-rule'
import { and, eq, isNull, lt, or } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { remoteCanaries } from '../../../platform/db/schema/index.ts'
import { commit, step } from '../../../platform/db/write.ts'
import { mailAboutCanary } from './mail-about-canary.ts'
import type { RunningCanary } from './running-canaries.ts'
import type { Waits } from './waits.ts'

/** After this time without a step, people are told that a canary waits. */
const DAY_MS = 24 * 60 * 60_000

/**
 * Mails operators and the team that a canary waits for them: at once and only once when it is suspect, otherwise after
 * a day, once per step.
 * @throws AppError `stale` when another review did so at the same time
 */
export async function tellThatItWaits(ctx: Context, canary: RunningCanary, live: string, waits: Waits): Promise<void> {
  const { name, version, step_at, suspected_at, reminded_at } = canary
  const at = ctx.now.toISOString()
  const isSuspect = waits.for === 'suspicion'
  const isLong = ctx.now.getTime() - Date.parse(step_at) >= DAY_MS
  if (isSuspect ? suspected_at !== null : !isLong || (reminded_at !== null && reminded_at >= step_at)) return
  const untold = isSuspect
    ? isNull(remoteCanaries.suspected_at)
    : or(isNull(remoteCanaries.reminded_at), lt(remoteCanaries.reminded_at, step_at))
  const own = and(
    eq(remoteCanaries.name, name),
    eq(remoteCanaries.version, version),
    eq(remoteCanaries.step_at, step_at),
  )
  const told = ctx.db.update(remoteCanaries).set(isSuspect ? { suspected_at: at } : { reminded_at: at })
  await commit(ctx, [
    step(told.where(and(own, untold)), 'stale'),
    mailAboutCanary(ctx, canary, {
      subject: isSuspect ? `The canary of ${name} is suspect` : `The canary of ${name} waits for you`,
      lines: [waits.text, CANARY_RULE, `Stop gives everyone ${live} again. Continue gives ${version} to more people.`],
      note: isSuspect ? 'This is the only email about it, unless the portal rolls it back.' : undefined,
    }),
  ])
}
