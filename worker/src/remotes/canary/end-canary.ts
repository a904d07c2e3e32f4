import { and, eq } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { canaryVotes, remoteCanaries } from '../../db/schema/index.ts'
import { type Step, step } from '../../db/write.ts'

/**
 * Returns steps that end the canary of a remote and delete its votes.
 * @param version fails with `stale` unless this version is the canary; without it, there need not be one
 */
export function endCanary({ db }: Pick<Context, 'db'>, name: string, version?: string): Step[] {
  const any = eq(remoteCanaries.name, name)
  const canary =
    version === undefined
      ? step(db.delete(remoteCanaries).where(any))
      : step(db.delete(remoteCanaries).where(and(any, eq(remoteCanaries.version, version))), 'stale')
  return [canary, step(db.delete(canaryVotes).where(eq(canaryVotes.name, name)))]
}
