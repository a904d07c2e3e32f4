import { type SQL, sql } from 'drizzle-orm'
import { type Database, noTrips, openDatabase } from '../db/client.ts'
import { commit, step } from '../db/write.ts'
import { type Env, ownOrigin, settings } from '../env.ts'
import { log } from '../log.ts'
import type { DueWork } from '../outbox/due-work.ts'
import { planFollowUps, notedOn, notesHash, type PlannedFollowUp } from './plan-follow-ups.ts'
import type { ClientUpdate, ReadWishes } from './client-update.ts'
import { updateSteps } from './update-steps.ts'
import { type Assignment, type ClientState, readStates } from './client-state.ts'
import { isDue } from './send-times.ts'
import { readWishes } from './words/read-wishes.ts'
import { writeText } from './words/write-text.ts'

/** Clients per run. When more are due, runs follow one another. */
const BATCH_SIZE = 25
/** Clients whose texts are written concurrently. */
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

/** Reads the wishes in the notes of an assignment if they have changed since they were last read. */
async function readNotes(env: Env, assignment: Assignment, timeZone: string): Promise<ReadWishes | undefined> {
  const { notes, read, submission_id } = assignment
  if (notes === null || notes.trim() === '') return undefined
  const hash = notesHash(notes)
  if (read?.hash === hash) return undefined
  const { source, ...wishes } = await readWishes(env, notes, notedOn(assignment, timeZone))
  assignment.read = { wishes, hash }
  return { submission_id, wishes, source, hash }
}

/** Replaces the template text with the final one. */
async function writeFinalText(env: Env, planned: PlannedFollowUp): Promise<PlannedFollowUp> {
  if (planned.ready || planned.facts === null) return planned
  const { subject, text, source } = await writeText(env, planned.facts)
  return { ...planned, subject, text, source, facts_hash: planned.hash, ready: true }
}

/** Computes the update of a client. The language model is asked here, before anything is written. */
async function prepareUpdate(env: Env, state: ClientState, now: Date): Promise<ClientUpdate> {
  const { client } = state
  const wishes: ReadWishes[] = []
  for (const assignment of state.assignments) {
    const read = await readNotes(env, assignment, client.time_zone)
    if (read) wishes.push(read)
  }
  const planned = planFollowUps(state, now)
  const next = planned.find((p) => !p.skip)
  const finished =
    next && next.at.getTime() - now.getTime() <= WRITE_AHEAD_MS ? await writeFinalText(env, next) : undefined
  const rows = planned.map((p) => (p === next && finished ? finished : p))
  const due = rows.filter((p) => !p.skip && isDue(p.day, client.client_id, client.time_zone, now))
  const waiting = rows.find((p) => !p.skip && !due.includes(p))
  const lookAt =
    waiting && (waiting.ready ? waiting.at : new Date(Math.max(now.getTime(), waiting.at.getTime() - WRITE_AHEAD_MS)))
  return { state, rows, due, wishes, next_at: lookAt?.toISOString() ?? null }
}

async function write({ env, now, queuedAt = now }: Run, updates: readonly ClientUpdate[]): Promise<void> {
  if (updates.length === 0) return
  const config = settings(env)
  const steps = updateSteps({ now, queuedAt, origin: ownOrigin(config), secret: config.AUTH_SECRET }, updates)
  await commit({ env, trips: noTrips() }, steps)
}

const failed = (clientId: string, error: unknown): void =>
  log('follow-ups.failed', {
    client: clientId,
    error: error instanceof Error ? error.message.slice(0, 200) : 'unknown',
  })

async function postpone(env: Env, now: Date, clientIds: readonly string[]): Promise<void> {
  const statement = {
    sql: 'UPDATE agent_clients SET next_at = ? WHERE client_id IN (SELECT value FROM json_each(?))',
    args: [new Date(now.getTime() + RETRY_MS).toISOString(), JSON.stringify(clientIds)],
  }
  await commit({ env, trips: noTrips() }, [step(statement)])
}

async function processClients(run: Run, db: Database, ids: readonly string[]): Promise<void> {
  const { env, now } = run
  const states = await readStates(db, sql`SELECT value FROM json_each(${JSON.stringify(ids)})`)
  const updates: ClientUpdate[] = []
  const broken: string[] = []
  for (let i = 0; i < states.length; i += CONCURRENCY) {
    const some = states.slice(i, i + CONCURRENCY)
    for (const [n, outcome] of (
      await Promise.allSettled(some.map((state) => prepareUpdate(env, state, now)))
    ).entries()) {
      const id = some[n]?.client.client_id ?? ''
      if (outcome.status === 'fulfilled') updates.push(outcome.value)
      else {
        failed(id, outcome.reason)
        broken.push(id)
      }
    }
  }
  await write(run, updates)
  if (broken.length > 0) await postpone(env, now, broken)
}

/**
 * Plans and sends the follow-ups of the clients who are due.
 * @param only SQL condition on `agent_clients` (alias g)
 * @returns when the next client is due
 */
export async function runFollowUps(run: Run, only: SQL = sql`1`): Promise<Date | null> {
  const { env, now } = run
  const db = openDatabase(settings(env), noTrips())
  const at = now.toISOString()
  const due = await db.all<{ id: string }>(
    sql`SELECT g.client_id AS id FROM agent_clients g WHERE g.next_at <= ${at} AND ${only}
        ORDER BY g.next_at LIMIT ${BATCH_SIZE}`,
  )
  if (due.length > 0) {
    const ids = due.map((d) => d.id)
    await processClients(run, db, ids)
  }
  if (due.length === BATCH_SIZE) return now
  const [next] = await db.all<{ at: string | null }>(
    sql`SELECT min(g.next_at) AS at FROM agent_clients g WHERE g.next_at > ${at} AND ${only}`,
  )
  return next?.at ? new Date(next.at) : null
}

/** The agent's follow-ups as due work of the dispatcher. */
export const followUpsWork: DueWork = { name: 'follow-ups', run: (deps) => runFollowUps(deps) }
