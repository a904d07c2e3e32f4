import type { Context } from '../../../context.ts'
import { remotes } from '../../../db/schema/index.ts'
import { commit, step } from '../../../db/write.ts'
import { log } from '../../../log.ts'
import { eq, sql } from 'drizzle-orm'
import { announceSwitch } from '../announce-switch.ts'
import { PORTAL } from '../publisher.ts'
import { heldAt } from '../hold.ts'
import { recordSwitch } from '../record-switch.ts'
import { markBad, withdraw } from '../version-marks.ts'
import { leaveVersions } from '../versions-to-leave.ts'
import { endCanary } from './end-canary.ts'
import type { Finding } from './judge.ts'
import type { RunningCanary } from './running-canaries.ts'
import { mailOperators } from './mail-operators.ts'
import { describe } from './words.ts'

/**
 * Takes a canary back from everyone: the version is bad, open tabs leave it, the remote is held at the live version,
 * and operators are informed.
 * @throws AppError `stale` when it is no longer the running canary
 */
export async function rollBackCanary(
  ctx: Context,
  canary: RunningCanary,
  live: string,
  finding: Finding,
): Promise<void> {
  const { name, version } = canary
  const reason = describe({ version, live }, finding)
  const hold = ctx.db
    .update(remotes)
    .set({ ...heldAt(live, PORTAL, reason), revision: sql`${remotes.revision} + 1` })
    .where(eq(remotes.name, name))
  await commit(ctx, [
    ...endCanary(ctx, name, version),
    withdraw(ctx, name, [version]),
    markBad(ctx, PORTAL, name, version, reason),
    ...leaveVersions(ctx, name, [version]),
    step(hold),
    ...recordSwitch(ctx, PORTAL, { kind: 'rollback', name, from: version, to: live, reason }),
    announceSwitch(ctx),
    ...mailOperators(ctx, canary, {
      subject: `The canary of ${name} was rolled back`,
      lines: [reason, `Everyone has ${live} again. Open tabs leave ${version} as soon as nothing is unsaved.`],
      note: `${name} is held: deployments and CI jobs leave it alone until somebody publishes a corrected version.`,
    }),
  ])
  log('canary_rolled_back', { remote: name, version, kind: finding.sign })
}
