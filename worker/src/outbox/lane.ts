import type { PortalEvent } from '@portal/contract/events'
import type { OutboxKind, OutboxPayloads } from './enqueue.ts'
import { NotNow, Refused } from './outcome.ts'

/** An open row of the outbox. */
export interface OutboxRow {
  seq: number
  id: string
  recipient: string
  kind: OutboxKind
  payload: string
  tries: number
  created_at: string
  /** Since when it is due. */
  next_at: string
  /** For a firm's mail: what is wrong with its address, as the mail provider told. */
  problem: 'bounced' | 'complained' | null
}

/** What carries a row out. */
export interface Carriers {
  /** Events of one user, in order. */
  publish(userId: string, events: Omit<PortalEvent, 'seq'>[]): Promise<void>
  /**
   * Anything else. May be called again for a row that was already carried out: the id lets the receiver drop it.
   * @throws Refused when no other try will help; any other error when it should be tried again
   */
  deliver(row: OutboxRow): Promise<void>
}

/** A row that is still open: tried again `at` (milliseconds since the epoch), or, where that is null, set aside. */
export interface Failure {
  row: OutboxRow
  at: number | null
  message: string
  problem?: 'bounced' | 'complained' | undefined
  /** The other rows of the recipient wait as long. */
  holdsAll?: boolean
}
/** What became of a recipient's rows. */
export interface LaneOutcome {
  done: OutboxRow[]
  failures: Failure[]
}

const FIRST_RETRY_MS = 500
const LONGEST_RETRY_MS = 15 * 60_000
/** Why a mail was not even tried. */
const HELD = {
  bounced: 'Not sent: mail to this address came back.',
  complained: 'Not sent: the recipient reported mail of the portal as unwanted.',
}

/** Milliseconds until another try: twice as long each time, with jitter. */
export function retryDelay(tries: number): number {
  return Math.round(Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** tries) * (0.75 + Math.random() / 2))
}

function toEvent({ id, payload, created_at }: OutboxRow): Omit<PortalEvent, 'seq'> {
  const { type, ids } = JSON.parse(payload) as OutboxPayloads['event']
  return { id, type, ids, at: created_at }
}

function failureOf(row: OutboxRow, error: unknown, now: number): Failure {
  const message = (error instanceof Error ? error.message : String(error)).slice(0, 500)
  if (error instanceof Refused) return { row, at: null, message, problem: error.problem }
  const { after, holdsAll } = error instanceof NotNow ? error : { after: 0, holdsAll: false }
  return { row, at: now + Math.max(retryDelay(row.tries), after), message, holdsAll }
}

/**
 * Delivers one recipient's rows, oldest first, up to the first that is to be tried again: what stands behind it waits with it. Where rows
 * are `independent`, only a recipient that takes nothing at all ends it. A row that is refused for good is set aside and holds up nothing.
 */
export async function deliverLane(
  carriers: Carriers,
  lane: readonly OutboxRow[],
  now: () => number,
  independent = false,
): Promise<LaneOutcome> {
  const outcome: LaneOutcome = { done: [], failures: [] }
  const [first] = lane
  if (first?.kind === 'event') {
    try {
      await carriers.publish(first.recipient.slice('user:'.length), lane.map(toEvent))
      outcome.done.push(...lane)
    } catch (error) {
      outcome.failures.push(failureOf(first, error, now()))
    }
    return outcome
  }
  for (const row of lane) {
    try {
      if (row.problem) throw new Refused(HELD[row.problem])
      await carriers.deliver(row)
      outcome.done.push(row)
    } catch (error) {
      const failure = failureOf(row, error, now())
      outcome.failures.push(failure)
      if (failure.at !== null && (!independent || failure.holdsAll)) return outcome
    }
  }
  return outcome
}
