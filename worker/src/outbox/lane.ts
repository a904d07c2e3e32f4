import type { PortalEvent } from '@portal/contract/events'
import type { Env } from '../env.ts'
import { deliver } from './deliver.ts'
import type { OutboxKind, OutboxPayloads } from './enqueue.ts'

/** An open row of the outbox. */
export interface OutboxRow {
  seq: number
  id: string
  recipient: string
  kind: OutboxKind
  payload: string
  tries: number
  created_at: string
}

/** A row that could not be delivered, and when to try again (milliseconds since the epoch). */
export interface Failure {
  row: OutboxRow
  at: number
  message: string
}

const FIRST_RETRY_MS = 500
const LONGEST_RETRY_MS = 15 * 60_000

/** Milliseconds until another try: twice as long each time, with jitter. */
function retryDelay(tries: number): number {
  return Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** tries) * (0.75 + Math.random() / 2)
}

function toEvent({ id, payload, created_at }: OutboxRow): Omit<PortalEvent, 'seq'> {
  const { type, ids } = JSON.parse(payload) as OutboxPayloads['event']
  return { id, type, ids, at: created_at }
}

/** Delivers one recipient's rows, oldest first, up to the first that fails; what stands behind it waits with it. */
export async function deliverLane(env: Env, lane: readonly OutboxRow[]): Promise<{ done: OutboxRow[]; failure?: Failure }> {
  const done: OutboxRow[] = []
  let current: OutboxRow | undefined
  try {
    const [first] = lane
    if (first?.kind === 'event') {
      current = first
      await env.USER_INBOX.getByName(first.recipient.slice('user:'.length)).publish(lane.map(toEvent))
      return { done: [...lane] }
    }
    for (current of lane) {
      await deliver(env, current)
      done.push(current)
    }
    return { done }
  } catch (error) {
    if (!current) throw error
    const message = (error instanceof Error ? error.message : String(error)).slice(0, 500)
    return { done, failure: { row: current, at: Date.now() + retryDelay(current.tries), message } }
  }
}
