import { and, asc, eq, gt, inArray, lte, min, type SQL } from 'drizzle-orm'
import { type Database, noTrips, openDatabase } from '../db/client.ts'
import { agentClients, bookClients } from '../db/schema/index.ts'
import { commit, step } from '../db/write.ts'
import { type Env, ownOrigin, settings } from '../env.ts'
import { isAppError } from '../errors.ts'
import { log } from '../log.ts'
import type { DueWork } from '../outbox/due-work.ts'
import { type ClientState, readStates } from './client-state.ts'
import { planFollowUps, type PlannedFollowUp, sendTimesOf } from './plan-follow-ups.ts'
import { questionOf } from './question.ts'
import { isDue } from './send-times.ts'
import { type ClientUpdate, updateSteps } from './update-steps.ts'
import { writeText } from './words/write-text.ts'

/** Clients per run. When more are due, runs follow one another. */
const BATCH_SIZE = 25
/** Clients processed concurrently. */
const CONCURRENCY = 5
/** Texts are written this long before they are sent. */
const WRITE_AHEAD_MS = 24 * 3_600_000
/** A client whose follow-ups failed is tried again after this time. */
const RETRY_MS = 3_600_000

/** The context of a run. */
interface Run {
  env: Env
  now: Date
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

/** Postpones a client whose update failed, so that it does not hold up the others. */
async function postpone({ env, now }: Run, db: Database, clientId: string, error: unknown): Promise<void> {
  log('follow-ups.failed', {
    client: clientId,
    error: error instanceof Error ? error.message.slice(0, 200) : 'unknown',
  })
  const next_at = new Date(now.getTime() + RETRY_MS).toISOString()
  const later = db.update(agentClients).set({ next_at }).where(eq(agentClients.client_id, clientId))
  await commit({ env, trips: noTrips() }, [step(later)])
}

/** Plans and sends the follow-ups of a client. Does nothing if the client changes in the meantime. */
async function processClient(run: Run, db: Database, state: ClientState): Promise<void> {
  const { env, now, queuedAt = now } = run
  const config = settings(env)
  const at = { db, now, queuedAt, origin: ownOrigin(config), settings: config }
  try {
    await commit({ env, trips: noTrips() }, updateSteps(at, await prepareUpdate(env, state, now)))
  } catch (error) {
    if (isAppError(error, 'busy')) throw error
    if (!isAppError(error, 'stale')) await postpone(run, db, state.client.client_id, error)
  }
}

/**
 * Plans and sends the follow-ups of the clients who are due.
 * @param only condition on agent_clients
 * @returns when the next client is due
 */
export async function runFollowUps(run: Run, only?: SQL): Promise<Date | null> {
  const { env, now } = run
  const db = openDatabase(settings(env), noTrips())
  const at = now.toISOString()
  const { client_id, next_at } = agentClients
  const due = await db
    .select({ client_id })
    .from(agentClients)
    .where(and(lte(next_at, at), only))
    .orderBy(asc(next_at))
    .limit(BATCH_SIZE)
  const ids = due.map((row) => row.client_id)
  const states = ids.length > 0 ? await readStates(db, inArray(bookClients.id, ids)) : []
  for (let i = 0; i < states.length; i += CONCURRENCY)
    await Promise.all(states.slice(i, i + CONCURRENCY).map((state) => processClient(run, db, state)))
  if (due.length === BATCH_SIZE) return now
  const [next] = await db
    .select({ at: min(next_at) })
    .from(agentClients)
    .where(and(gt(next_at, at), only))
  return next?.at ? new Date(next.at) : null
}

/** The agent's follow-ups as due work of the dispatcher. */
export const followUpsWork: DueWork = { name: 'follow-ups', run: (deps) => runFollowUps(deps) }
