import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { canaryVotes, remoteCanaries, remotes, remoteVersions } from '../../../platform/db/schema/index.ts'
import { type Step, step } from '../../../platform/db/write.ts'

/** Returns steps that end the canary of a remote, if there is one, and delete its votes. */
export function endCanary({ db, now }: Pick<Context, 'db' | 'now'>, name: string): Step[] {
  const own = eq(remoteCanaries.name, name)
  const running = db.select({ version: remoteCanaries.version }).from(remoteCanaries).where(own)
  const live = db.select({ version: remotes.live_version }).from(remotes).where(eq(remotes.name, name))
  // Open tabs may run it for as long as a session lasts.
  const leave = db.update(remoteVersions).set({ left_at: now.toISOString() })
  const ended = and(inArray(remoteVersions.version, running), sql`${remoteVersions.version} IS NOT ${live}`)
  return [
    step(leave.where(and(eq(remoteVersions.name, name), ended))),
    step(db.delete(remoteCanaries).where(own)),
    step(db.delete(canaryVotes).where(eq(canaryVotes.name, name))),
  ]
}
