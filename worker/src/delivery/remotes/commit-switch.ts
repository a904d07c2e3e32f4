import { OTHER_SWITCH_KINDS } from '@portal/contract/live-switches'
import type { SwitchKind } from '@portal/contract/publishing'
import { and, desc, eq, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { remotes, remoteSwitches, remoteVersions } from '../../platform/db/schema/index.ts'
import { commit, type Step, step } from '../../platform/db/write.ts'
import { AppError, isAppError } from '../../errors.ts'
import { log } from '../../platform/log.ts'
import { isVersion } from './build-files.ts'
import { endCanary } from './canary/end-canary.ts'
import { claimPages } from './claim-pages.ts'
import type { AUTOMATIC, heldAt } from './hold.ts'
import type { Publisher } from './publisher.ts'
import { recordSwitch, type Switch } from './record-switch.ts'

/** A change of which version people get. */
interface Change extends Switch {
  /** The number of changes when the state was read that this one follows from. */
  revision: number
  /** The columns that start or end a hold. */
  hold?: Partial<ReturnType<typeof heldAt> | typeof AUTOMATIC>
}

const OTHERS: readonly SwitchKind[] = OTHER_SWITCH_KINDS

/** Returns a step that records the change of a remote, unless another one came first. */
function changeRemote({ db, now }: Context, { kind, name, to, hold, revision }: Change): Step {
  const live = OTHERS.includes(kind) ? {} : { live_version: to }
  const set = { ...live, ...hold, updated_at: now.toISOString() }
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

/** Returns steps that say since when another version has replaced the live one. */
function replaceLive({ db, now }: Context, { kind, name, from, to }: Change): Step[] {
  if (from === null || from === to || OTHERS.includes(kind)) return []
  return [step(db.update(remoteVersions).set({ left_at: now.toISOString() }).where(isVersion(name, from)))]
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
 * Changes which version people get, and signals it to open tabs. Every change but a step of the canary ends the canary.
 * @param steps what else changes in the same batch
 * @throws AppError `stale` when another change came first; `incompatible_remote` when another remote has claimed a page
 *   of the version
 */
export async function commitSwitch(
  ctx: Context,
  publisher: Publisher,
  change: Change,
  steps: readonly Step[],
): Promise<void> {
  const { name, kind, from, to } = change
  await commit(ctx, [
    changeRemote(ctx, change),
    ...(to === null || kind === 'wait' ? [] : [claimPages(name, to)]),
    ...steps,
    ...replaceLive(ctx, change),
    ...(kind === 'gradually' ? [] : endCanary(ctx, name)),
    ...recordSwitch(ctx, publisher, change),
  ])
  log('remote_switched', { id: ctx.requestId, remote: name, kind, version: to, previous: from })
}

/**
 * Makes a change again when another one came between its read and its write: what is in the way, or left to do, follows
 * from the state after that.
 */
export const makeChange = <T>(change: () => Promise<T>): Promise<T> =>
  change().catch((error: unknown) => {
    if (!isAppError(error, 'stale')) throw error
    return change()
  })
