import { and, desc, eq, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { remotes, remoteSwitches, remoteVersions } from '../../db/schema/index.ts'
import { commit, type Step, step } from '../../db/write.ts'
import { AppError, isAppError } from '../../errors.ts'
import { log } from '../../log.ts'
import { announceSwitch } from './announce-switch.ts'
import { isVersion } from './build-files.ts'
import { endCanary } from './canary/end-canary.ts'
import { claimPages } from './claim-pages.ts'
import type { AUTOMATIC, heldAt } from './hold.ts'
import type { Publisher } from './publisher.ts'
import { readLive } from './read-live.ts'
import { recordSwitch, type Switch } from './record-switch.ts'

/** A switch of the live version. */
export interface LiveSwitch extends Switch {
  /** The columns that start or end a hold. */
  hold: Partial<ReturnType<typeof heldAt> | typeof AUTOMATIC>
  /** The number of switches when the live version was read. */
  revision: number
}

/** Returns a step that records the new live version, if no other switch came first. */
function setLive({ db, now }: Context, { name, to, hold, revision }: LiveSwitch): Step {
  const set = { live_version: to, ...hold, updated_at: now.toISOString() }
  const insert = db.insert(remotes).values({ name, revision: 1, ...set })
  return step(
    insert.onConflictDoUpdate({
      target: remotes.name,
      set: { ...set, revision: sql`${remotes.revision} + 1` },
      setWhere: eq(remotes.revision, revision),
    }),
    'stale',
  )
}

/** Returns the error for a switch that came too late, with the switch that came first. */
export async function staleSwitch({ db }: Context, name: string, live: string | null): Promise<AppError> {
  if (live === null) return new AppError('stale', { detail: `No version of ${name} is live.` })
  const [last] = await db
    .select({ actor: remoteSwitches.actor, at: remoteSwitches.at, message: remoteVersions.message })
    .from(remoteSwitches)
    .innerJoin(
      remoteVersions,
      and(eq(remoteVersions.name, remoteSwitches.name), eq(remoteVersions.version, remoteSwitches.to_version)),
    )
    .where(and(eq(remoteSwitches.name, name), eq(remoteSwitches.to_version, live)))
    .orderBy(desc(remoteSwitches.at))
    .limit(1)
  const what = last?.message ? ` (${last.message})` : ''
  const who = last ? ` ${last.actor} made it live at ${last.at}.` : ''
  return new AppError('stale', { detail: `${live}${what} is live now.${who}` })
}

/**
 * Switches the live version of a remote, ends its canary, and signals it to open tabs.
 * @param steps what else changes in the same batch
 * @throws AppError `stale` when another switch came first, unless both publish the same version; `incompatible_remote`
 *   when another remote has claimed a page of the version
 */
export async function commitSwitch(
  ctx: Context,
  publisher: Publisher,
  change: LiveSwitch,
  steps: readonly Step[],
): Promise<void> {
  const { name, kind, from, to } = change
  const leave = ctx.db.update(remoteVersions).set({ left_at: ctx.now.toISOString() })
  const left = from !== null && from !== to ? [step(leave.where(isVersion(name, from)))] : []
  try {
    const more = [...endCanary(ctx, name), ...recordSwitch(ctx, publisher, change), announceSwitch(ctx)]
    const claim = to === null ? [] : [claimPages(name, to)]
    await commit(ctx, [setLive(ctx, change), ...claim, ...left, ...steps, ...more])
  } catch (error) {
    if (!isAppError(error, 'stale')) throw error
    const live = (await readLive(ctx, name)).live?.version ?? null
    // The same version can be live without what else a rollback changes.
    if (live !== to || kind === 'rollback') throw await staleSwitch(ctx, name, live)
    return
  }
  log('remote_switched', { id: ctx.requestId, remote: name, kind, version: to, previous: from })
}
