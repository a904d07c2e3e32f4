import { type SQL, sql } from 'drizzle-orm'
import { type Database, noTrips, openDatabase } from '../db/client.ts'
import { commit, step } from '../db/write.ts'
import { type Env, ownOrigin, settings } from '../env.ts'
import { log } from '../log.ts'
import type { DueWork } from '../outbox/due-work.ts'
import { planFollowUps, notedOn, notesHash, type PlannedFollowUp } from './plan-follow-ups.ts'
import { type ClientUpdate, updateSteps, type ReadWishes } from './update-steps.ts'
import { type Assignment, type ClientState, readStates } from './client-state.ts'
import { isDue } from './send-times.ts'
import { readWishes } from './words/read-wishes.ts'
import { writeText } from './words/write-text.ts'

/** Clients that one run looks at: a thousand that fall due together are as many runs as it takes, one right after the other. */
const PORTION = 25
/** Clients whose texts are written at the same time. */
const AT_ONCE = 5
/** A final text is there this long before it is sent. */
const AHEAD_MS = 24 * 3_600_000
/** What failed for a client of its own making is tried again after this long, and holds up nobody else. */
const AGAIN_MS = 3_600_000

/** What a run goes by. */
interface Run {
  env: Env
  now: Date
  /** The time by the outbox's clock, where `now` is another one. */
  queuedAt?: Date
}

/** Reads what the notes ask for, where they have not been read since they were written. */
async function readNotes(env: Env, assignment: Assignment, timeZone: string): Promise<ReadWishes | undefined> {
  const { notes, read, submission_id } = assignment
  if (notes === null || notes.trim() === '') return undefined
  const hash = notesHash(notes)
  if (read?.hash === hash) return undefined
  const { source, ...wishes } = await readWishes(env, notes, notedOn(assignment, timeZone))
  assignment.read = { wishes, hash }
  return { submission_id, wishes, source, hash }
}

/** The text that will be sent, in place of the template that has stood for it. */
async function finish(env: Env, planned: PlannedFollowUp): Promise<PlannedFollowUp> {
  if (planned.ready || planned.facts === null) return planned
  const { subject, text, source } = await writeText(env, planned.facts)
  return { ...planned, subject, text, source, facts_hash: planned.hash, ready: true }
}

/** Looks at a client: what is to be sent now, what will be, and when to look again. Models are asked here, before anything is written. */
async function prepareUpdate(env: Env, state: ClientState, now: Date): Promise<ClientUpdate> {
  const { client } = state
  const wishes: ReadWishes[] = []
  for (const assignment of state.assignments) {
    const read = await readNotes(env, assignment, client.time_zone)
    if (read) wishes.push(read)
  }
  const plan = planFollowUps(state, now)
  const next = plan.find((p) => !p.skip)
  const finished = next && next.at.getTime() - now.getTime() <= AHEAD_MS ? await finish(env, next) : undefined
  const rows = plan.map((p) => (p === next && finished ? finished : p))
  const due = rows.filter((p) => !p.skip && isDue(p.day, client.client_id, client.time_zone, now))
  const waiting = rows.find((p) => !p.skip && !due.includes(p))
  const lookAt =
    waiting && (waiting.ready ? waiting.at : new Date(Math.max(now.getTime(), waiting.at.getTime() - AHEAD_MS)))
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
    args: [new Date(now.getTime() + AGAIN_MS).toISOString(), JSON.stringify(clientIds)],
  }
  await commit({ env, trips: noTrips() }, [step(statement)])
}

async function doPortion(run: Run, db: Database, ids: readonly string[]): Promise<void> {
  const { env, now } = run
  const states = await readStates(db, sql`SELECT value FROM json_each(${JSON.stringify(ids)})`)
  const updates: ClientUpdate[] = []
  const broken: string[] = []
  for (let i = 0; i < states.length; i += AT_ONCE) {
    const some = states.slice(i, i + AT_ONCE)
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
 * Looks at the clients who are due, and does what is due for them.
 * @param only a condition on agent_clients (g): some clients alone
 * @returns when the next will be due
 */
export async function runFollowUps(run: Run, only: SQL = sql`1`): Promise<Date | null> {
  const { env, now } = run
  const db = openDatabase(settings(env), noTrips())
  const at = now.toISOString()
  const due = await db.all<{ id: string }>(
    sql`SELECT g.client_id AS id FROM agent_clients g WHERE g.next_at <= ${at} AND ${only} ORDER BY g.next_at LIMIT ${PORTION}`,
  )
  if (due.length > 0) {
    const ids = due.map((d) => d.id)
    await doPortion(run, db, ids)
  }
  if (due.length === PORTION) return now
  const [next] = await db.all<{ at: string | null }>(
    sql`SELECT min(g.next_at) AS at FROM agent_clients g WHERE g.next_at > ${at} AND ${only}`,
  )
  return next?.at ? new Date(next.at) : null
}

/** The agent's follow-ups, as work that falls due. */
export const followUpsWork: DueWork = { name: 'follow-ups', run: (deps) => runFollowUps(deps) }
