import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { canaryVotes, remoteCanaries, remotes, remoteVersions } from '../../../db/schema/index.ts'
import { type Step, step } from '../../../db/write.ts'

/**
 * Returns steps that end the canary of a remote and delete its votes.
 * @param version fails with `stale` unless this version is the canary; without it, there need not be one
 */
export function endCanary({ db, now }: Pick<Context, 'db' | 'now'>, name: string, version?: string): Step[] {
  const any = eq(remoteCanaries.name, name)
  const running = db.select({ version: remoteCanaries.version }).from(remoteCanaries).where(any)
  const live = db.select({ version: remotes.live_version }).from(remotes).where(eq(remotes.name, name))
  // Open tabs may run it for as long as a session lasts.
  const leave = db.update(remoteVersions).set({ left_at: now.toISOString() })
  const ended = and(inArray(remoteVersions.version, running), sql`${remoteVersions.version} IS NOT ${live}`)
  const left = step(leave.where(and(eq(remoteVersions.name, name), ended)))
  const canary =
    version === undefined
      ? step(db.delete(remoteCanaries).where(any))
      : step(db.delete(remoteCanaries).where(and(any, eq(remoteCanaries.version, version))), 'stale')
  return [left, canary, step(db.delete(canaryVotes).where(eq(canaryVotes.name, name)))]
}
