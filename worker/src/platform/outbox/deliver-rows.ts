import type { PortalEvent } from '@portal/contract/events'
import { PermanentFailure, TemporaryFailure } from './delivery-errors.ts'
import type { OutboxPayloads } from './enqueue.ts'
import type { OutboxRow } from './row.ts'

/** The functions that carry out the side effects. */
export interface Carriers {
  /** Publishes events of one user, in order. */
  publish(userId: string, events: Omit<PortalEvent, 'seq'>[]): Promise<void>
  /**
   * Carries out any other row. May be called again for the same row; the id lets the receiver drop the repeat.
   * @throws PermanentFailure when retrying cannot help; any other error when the row should be retried
   */
  deliver(row: OutboxRow): Promise<void>
}

/** A row that was not delivered. */
export interface Failure {
  row: OutboxRow
  /** When to retry, in milliseconds since the epoch; null when the row is set aside. */
  at: number | null
  message: string
  problem?: 'bounced' | 'complained' | undefined
  /** The recipient's other rows wait as long. */
  holdsAll?: boolean
}

/** The outcome of delivering one recipient's rows. */
export interface RowsOutcome {
  done: OutboxRow[]
  failures: Failure[]
}

const FIRST_RETRY_MS = 500
const LONGEST_RETRY_MS = 15 * 60_000
/** Why a mail was not attempted. */
const HELD = {
  bounced: 'Not sent: email to this address bounced.',
  complained: 'Not sent: the recipient marked email from the portal as spam.',
}

/** Returns the milliseconds until the next attempt: exponential backoff with jitter. */
export function retryDelay(tries: number): number {
  return Math.round(Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** tries) * (0.75 + Math.random() / 2))
}

function toEvent({ id, payload, created_at }: OutboxRow): Omit<PortalEvent, 'seq'> {
  const { type, ids } = JSON.parse(payload) as OutboxPayloads['event']
  return { id, type, ids, at: created_at }
}

function failureOf(row: OutboxRow, error: unknown, now: number): Failure {
  const message = (error instanceof Error ? error.message : String(error)).slice(0, 500)
  if (error instanceof PermanentFailure) return { row, at: null, message, problem: error.problem }
  const { delayMs, holdsAll } = error instanceof TemporaryFailure ? error : { delayMs: 0, holdsAll: false }
  return { row, at: now + Math.max(retryDelay(row.tries), delayMs), message, holdsAll }
}

/**
 * Delivers one recipient's rows, oldest first, and stops at the first row that has to be retried. With `independent`
 * rows, it stops only when the recipient accepts nothing at all. A row that failed permanently does not hold up the
 * others.
 */
export async function deliverRows(
  carriers: Carriers,
  rows: readonly OutboxRow[],
  now: () => number,
  independent = false,
): Promise<RowsOutcome> {
  const outcome: RowsOutcome = { done: [], failures: [] }
  const [first] = rows
  if (first?.kind === 'event') {
    try {
      await carriers.publish(first.recipient.slice('user:'.length), rows.map(toEvent))
      outcome.done.push(...rows)
    } catch (error) {
      outcome.failures.push(failureOf(first, error, now()))
    }
    return outcome
  }
  for (const row of rows) {
    try {
      if (row.problem) throw new PermanentFailure(HELD[row.problem])
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
