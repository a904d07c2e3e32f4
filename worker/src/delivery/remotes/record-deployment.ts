import { and, eq, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { remotes, remoteVersions } from '../../platform/db/schema/index.ts'
import { commit, step } from '../../platform/db/write.ts'
import { isAppError } from '../../errors.ts'
import { log } from '../../platform/log.ts'
import { isVersion } from './build-files.ts'
import type { Candidate } from './live-versions.ts'
import { PORTAL } from './publisher.ts'
import { recordSwitch } from './record-switch.ts'

/** What this worker has recorded. While two workers run during a deployment, they would overwrite each other. */
const recorded = new Set<string>()
/** How long a switch must have been recorded before a deployment counts as another one. */
const SETTLED_MS = 60_000

/** Records that another version is live than the one of the last switch, because the worker was deployed. */
async function record(ctx: Context, { name, version, recorded: from, revision }: Candidate): Promise<void> {
  const { db, now } = ctx
  const set = { live_version: version, updated_at: now.toISOString() }
  const same = and(eq(remotes.name, name), eq(remotes.revision, revision ?? 0), sql`${remotes.live_version} IS ${from}`)
  const leave = db.update(remoteVersions).set({ left_at: now.toISOString() })
  try {
    await commit(ctx, [
      step(db.update(remotes).set(set).where(same), 'stale'),
      ...(from === null ? [] : [step(leave.where(isVersion(name, from)))]),
      step(db.update(remoteVersions).set({ left_at: null }).where(isVersion(name, version))),
      ...recordSwitch(ctx, PORTAL, { kind: 'deploy', name, from, to: version }),
    ])
  } catch (error) {
    if (!isAppError(error, 'stale')) throw error
    recorded.delete(`${name} ${version}`)
    return
  }
  log('remote_switched', { id: ctx.requestId, remote: name, kind: 'deploy', version, previous: from })
}

/** Records, after the response, which versions became live because the worker was deployed. */
export function recordDeployment(ctx: Context, live: readonly Candidate[]): void {
  const settled = new Date(ctx.now.getTime() - SETTLED_MS).toISOString()
  for (const row of live) {
    const key = `${row.name} ${row.version}`
    if (row.version === row.recorded || (row.switched_at ?? '') > settled || recorded.has(key)) continue
    recorded.add(key)
    ctx.background?.(record(ctx, row))
  }
}
