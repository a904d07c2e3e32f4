import { eq, type SQL, sql } from 'drizzle-orm'
import { type Database, noTrips } from '../../platform/db/client.ts'
import { agentClients, bookClients } from '../../platform/db/schema/index.ts'
import { commit } from '../../platform/db/write.ts'
import { type Env, ownOrigin, settings } from '../../env.ts'
import { isAppError } from '../../errors.ts'
import type { DueWork, DueWorkDeps } from '../../platform/outbox/due-work.ts'
import { handleDueRows } from '../../platform/outbox/handle-due-rows.ts'
import { type ClientState, readStates } from './client-state.ts'
import { planFollowUps, type PlannedFollowUp, sendTimesOf } from './plan-follow-ups.ts'
import { questionOf } from './question.ts'
import { isDue } from '../../platform/time/send-times.ts'
import { type ClientUpdate, updateSteps } from './update-steps.ts'
import { writeText } from './words/write-text.ts'

/** Texts are written this long before they are sent. */
const WRITE_AHEAD_MS = 24 * 3_600_000

/** The context of a run. */
interface Run extends DueWorkDeps {
  /** The time for outbox rows when `now` is simulated. */
  queuedAt?: Date
}

/** Replaces the template text with the final one. */
async function writeFinalText(env: Env, planned: PlannedFollowUp): Promise<PlannedFollowUp> {
  if (planned.ready || planned.facts === null) return planned
  return { ...planned, ...(await writeText(env, planned.facts)), facts_hash: planned.hash, ready: true }
}

/** Computes the update of a client. The language model is asked here, before anything is written. */
async function prepareUpdate(env: Env, state: ClientState, now: Date): Promise<ClientUpdate> {
  const { held_since } = state.client
  const drafts = planFollowUps(state, now)
  const isHeld = held_since !== null
  const next = isHeld ? undefined : drafts.find((p) => !p.skip && p.at.getTime() - now.getTime() <= WRITE_AHEAD_MS)
  const final = next && (await writeFinalText(env, next))
  const planned = drafts.map((p) => (p === next && final ? final : p))
  const due = isHeld ? [] : planned.filter((p) => !p.skip && isDue(p.day, sendTimesOf(state), now))
  // What is held has passed by the time of the next follow-up, which is then planned instead.
  const waiting = planned.find((p) => !p.skip && !due.includes(p) && (!isHeld || p.at > now))
  const lookAt =
    waiting && (waiting.ready ? waiting.at : new Date(Math.max(now.getTime(), waiting.at.getTime() - WRITE_AHEAD_MS)))
  const question = questionOf(state, now)
  const askAt = question && question.at > now ? question.at : undefined
  const [next_at = null] = [lookAt, askAt].flatMap((at) => at?.toISOString() ?? []).toSorted()
  return { state, planned, due, question, next_at }
}

/** Plans and sends the follow-ups of a client. Does nothing if the client changes in the meantime. */
async function processClient({ env, now, queuedAt = now }: Run, db: Database, clientId: string): Promise<void> {
  const [state] = await readStates(db, eq(bookClients.id, clientId))
  if (!state) return
  const config = settings(env)
  const at = { db, now, queuedAt, origin: ownOrigin(config), settings: config }
  try {
    await commit({ env, trips: noTrips() }, updateSteps(at, await prepareUpdate(env, state, now)))
  } catch (error) {
    if (!isAppError(error, 'stale')) throw error
  }
}

/**
 * Plans and sends the follow-ups of the clients who are due.
 * @param only condition on agent_clients
 * @returns when the next client is due
 */
export const runFollowUps = (run: Run, only?: SQL): Promise<Date | null> =>
  handleDueRows(
    // Attempts at simulated times do not postpone real ones, nor the reverse.
    run.queuedAt ? 'simulated-follow-ups' : 'follow-ups',
    {
      table: agentClients,
      key: sql`${agentClients.client_id}`,
      owner: sql`(SELECT c.bookkeeper_id FROM ${bookClients} c WHERE c.id = ${agentClients.client_id})`,
      at: agentClients.next_at,
      where: only,
      handle: (clientId, db) => processClient(run, db, clientId),
    },
    run,
  )

/** The agent's follow-ups as due work of the dispatcher. */
export const followUpsWork: DueWork = { name: 'follow-ups', run: (deps) => runFollowUps(deps) }
