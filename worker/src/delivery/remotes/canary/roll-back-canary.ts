import type { Failure } from '@portal/contract/vitals'
import type { Context } from '../../../context.ts'
import { remotes, remoteVersions } from '../../../db/schema/index.ts'
import { commit, step } from '../../../db/write.ts'
import { log } from '../../../log.ts'
import { composeMail } from '../../../mail/layout.ts'
import { type Mail, sendMail } from '../../../outbox/enqueue.ts'
import { eq } from 'drizzle-orm'
import { announceSwitch } from '../announce-switch.ts'
import { isVersion } from '../build-files.ts'
import { PORTAL } from '../publisher.ts'
import { heldAt } from '../hold.ts'
import { recordSwitch } from '../record-switch.ts'
import { markBad } from '../roll-back.ts'
import { leaveVersions } from '../versions-to-leave.ts'
import { endCanary } from './end-canary.ts'
import type { Finding } from './judge.ts'

const WHAT_HAPPENED: Readonly<Record<Failure, string>> = {
  failed_load: 'could not be loaded',
  hang: 'did not finish loading',
  render_error: 'showed an error instead of a page or a part of it',
  slow_interaction: 'responded slowly',
  failed_calls: 'made API calls that failed',
}

/** Returns why a canary was rolled back, in words. */
const reasonOf = (version: string, live: string, { kind, canary, live: others }: Finding): string =>
  `${version} ${WHAT_HAPPENED[kind]} for ${canary.failed} of ${canary.firms} firms; ` +
  `the live version ${live} for ${others.failed} of ${others.firms}.`

/**
 * Takes a canary back from everyone: the version is bad, open tabs leave it, the remote is held at the live version, and
 * operators are informed.
 * @throws AppError `stale` when it is no longer the running canary
 */
export async function rollBackCanary(
  ctx: Context,
  { name, version }: { name: string; version: string },
  live: string,
  finding: Finding,
): Promise<void> {
  const reason = reasonOf(version, live, finding)
  const at = ctx.now.toISOString()
  const withdraw = ctx.db.update(remoteVersions).set({ withdrawn_at: at, left_at: at })
  const hold = ctx.db
    .update(remotes)
    .set(heldAt(live, PORTAL, reason))
    .where(eq(remotes.name, name))
  const mailTo = (to: string): Mail =>
    composeMail({
      to,
      allowLinks: true,
      subject: `The canary of ${name} was rolled back`,
      lines: [reason, `Everyone has ${live} again. Open tabs leave ${version} as soon as nothing is unsaved.`],
      action: { label: 'Open remotes', url: `${ctx.operatorOrigin}/remotes?name=${name}` },
      note: `${name} is held: deployments and CI jobs leave it alone until somebody publishes a corrected version.`,
    })
  await commit(ctx, [
    ...endCanary(ctx, name, version),
    step(withdraw.where(isVersion(name, version)), 'stale'),
    markBad(ctx, PORTAL, name, version, reason),
    ...leaveVersions(ctx, name, [version]),
    step(hold),
    ...recordSwitch(ctx, PORTAL, { kind: 'rollback', name, from: version, to: live, reason }),
    announceSwitch(ctx),
    ...ctx.settings.OPERATORS.map((to) => sendMail(ctx, mailTo(to))),
  ])
  log('canary_rolled_back', { remote: name, version, kind: finding.kind })
}
