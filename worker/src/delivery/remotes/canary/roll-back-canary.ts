import type { Context } from '../../../context.ts'
import { PORTAL } from '../publisher.ts'
import type { LiveState } from '../read-live.ts'
import { rollBackFrom } from '../roll-back.ts'
import type { Finding } from './judge.ts'
import type { RunningCanary } from './running-canaries.ts'
import { mailAboutCanary } from './mail-about-canary.ts'
import { describe } from './words.ts'

/**
 * Takes a canary back from everyone, like a person who rolls it back, and mails operators and the team.
 * @throws AppError `stale` when it is no longer the running canary
 */
export async function rollBackCanary(
  ctx: Context,
  state: LiveState,
  canary: RunningCanary,
  live: string,
  finding: Finding,
): Promise<void> {
  const { name, version } = canary
  const reason = describe({ version, live }, finding)
  const mail = mailAboutCanary(ctx, canary, {
    subject: `The canary of ${name} was rolled back`,
    lines: [reason, `Everyone has ${live} again. Open tabs leave ${version} as soon as nothing is unsaved.`],
    note: `${name} is held: deployments and CI jobs leave it alone until somebody publishes a corrected version.`,
  })
  await rollBackFrom(ctx, PORTAL, name, state, { reason, leave: false, again: false }, [mail])
}
