import { mayHaveMore } from '../db/read-budget.ts'
import type { Query, Row } from '../db/statement.ts'
import { type Carriers, deliverRows, type Failure, retryDelay, type RowsOutcome } from './deliver-rows.ts'
import { dueRows, type LaneRows, nextDue, ROWS_PER_BATCH } from './due-rows.ts'
import { markDelivered } from './mark-delivered.ts'
import { markFailed } from './mark-failed.ts'
import type { OutboxRow } from './row.ts'

/** What a queue needs from its surroundings. Tests control the time. */
export interface LaneQueueDeps extends Carriers {
  /** Runs queries that change rows as one batch. */
  write(queries: Query[]): Promise<unknown>
  /** Runs queries that only read. @returns the rows of each */
  read(queries: Query[]): Promise<Row[][]>
  /** Marks events as delivered, within moments. */
  markSoon(seqs: readonly number[]): Promise<void>
  now(): number
  /** Schedules another delivery no later than `at` (milliseconds since the epoch). */
  scheduleBy(at: number): Promise<void>
}

/** How one lane of the outbox is delivered. Lanes are independent: a failure in one does not hold up another. */
export interface LaneQueueSpec extends LaneRows {
  /**
   * Recipients served at the same time. The platform opens at most six connections; a seventh would wait until it
   * times out.
   */
  concurrency: number
  /**
   * Rows are marked as delivered together with later writes. Until then a crash delivers them again, so the receiver
   * must drop repeats.
   */
  marksSoon?: boolean
  /**
   * Failing recipients, if none succeeds, after which the receiver counts as down and the rest of the round is
   * skipped.
   */
  downAfter: number
}

/** Delivers the due rows of one lane: at least once, in order per recipient unless independent, with backoff. */
export class LaneQueue {
  private readonly deps: LaneQueueDeps
  private readonly spec: LaneQueueSpec
  /** How many rounds in a row found the receiver down. */
  private downRounds = 0
  /** Rows that were just committed, for the next round. */
  private pushed: OutboxRow[] = []
  /** Whether every row in the database was delivered, so that the pushed rows are the only open ones. */
  private isDrained = false
  /** Delivered rows that may not be marked yet. */
  private readonly unmarked = new Set<number>()

  constructor(spec: LaneQueueSpec, deps: LaneQueueDeps) {
    this.spec = spec
    this.deps = deps
  }

  /** Adds rows that were just committed, in commit order. */
  push(rows: readonly OutboxRow[]): void {
    this.pushed.push(...rows)
  }

  /** Makes the next delivery read the database, because there may be rows that were not pushed. */
  markStale(): void {
    this.isDrained = false
  }

  /** Delivers the pushed rows. Reads the database first if other rows may be due, to keep each recipient's order. */
  async deliverPushed(): Promise<void> {
    while (this.isDrained && this.pushed.length > 0) await this.deliverAll(this.pushed.splice(0))
    if (!this.isDrained) await this.deliverDue()
  }

  /** Delivers until nothing is due, or the receiver is down. */
  async deliverDue(): Promise<void> {
    for (let more = true; more; ) {
      // The rows pushed so far are in the database, too. A failure resets the flag.
      this.pushed = []
      this.isDrained = true
      const { rows, next, isFull } = await this.due().catch((error: unknown) => {
        this.isDrained = false
        throw error
      })
      if (isFull || next !== null) this.isDrained = false
      if (next !== null) await this.deps.scheduleBy(next)
      const isDown = rows.length > 0 && (await this.deliverAll(rows))
      this.downRounds = isDown ? this.downRounds + 1 : 0
      if (isDown) await this.deps.scheduleBy(this.deps.now() + retryDelay(this.downRounds))
      // With a limit per recipient, rows may be left although the read was not full.
      more = (isFull || (this.spec.rowsPerRound !== undefined && rows.length > 0)) && !isDown
    }
  }

  /** Returns the due rows, except those held back by an older row of their recipient, and when the next row is due. */
  private async due(): Promise<{ rows: OutboxRow[]; next: number | null; isFull: boolean }> {
    const now = new Date(this.deps.now()).toISOString()
    // Rows without a mark would be delivered again.
    const unmarked = [...this.unmarked]
    if (unmarked.length > 0) await this.deps.write([markDelivered(unmarked, now)])
    for (const seq of unmarked) this.unmarked.delete(seq)
    const [found = [], waiting = []] = await this.deps.read([dueRows(this.spec, now), nextDue(this.spec, now)])
    const rows = found as unknown as (OutboxRow & { bytes: number })[]
    const at = waiting[0]?.['at']
    const next = typeof at === 'string' ? Date.parse(at) : null
    return { rows, next, isFull: mayHaveMore(rows, ROWS_PER_BATCH) }
  }

  /**
   * Delivers to several recipients at the same time, each recipient's rows in order, and records the outcome in one
   * batch.
   * @returns whether the receiver is down
   */
  private async deliverAll(rows: readonly OutboxRow[]): Promise<boolean> {
    try {
      return await this.deliverByRecipient(rows)
    } catch (error) {
      this.isDrained = false
      throw error
    }
  }

  private async deliverByRecipient(rows: readonly OutboxRow[]): Promise<boolean> {
    const recipients = [...Map.groupBy(rows, (row) => row.recipient).values()]
    const outcomes: RowsOutcome[] = []
    const isDown = () =>
      outcomes.every((o) => o.done.length === 0) &&
      outcomes.filter((o) => retried([o]).length > 0).length >= this.spec.downAfter
    const work = async (): Promise<void> => {
      for (let own = recipients.shift(); own && !isDown(); own = recipients.shift()) {
        outcomes.push(await deliverRows(this.deps, own, () => this.deps.now(), this.spec.independent))
      }
    }
    await Promise.all(Array.from({ length: this.spec.concurrency }, work))
    for (const { at } of retried(outcomes)) await this.deps.scheduleBy(at ?? 0)
    const now = new Date(this.deps.now()).toISOString()
    const failures = outcomes.flatMap((o) => o.failures)
    if (failures.length > 0) this.isDrained = false
    const done = outcomes.flatMap((o) => o.done.map((row) => row.seq))
    if (failures.length === 0 && this.spec.marksSoon) void this.markSoon(done)
    else await this.deps.write([markDelivered(done, now), ...failures.flatMap((failure) => markFailed(failure, now))])
    return isDown()
  }

  private async markSoon(seqs: readonly number[]): Promise<void> {
    for (const seq of seqs) this.unmarked.add(seq)
    try {
      await this.deps.markSoon(seqs)
      for (const seq of seqs) this.unmarked.delete(seq)
    } catch {
      // They are marked before the database is read again.
    }
  }
}

const retried = (outcomes: readonly RowsOutcome[]): Failure[] =>
  outcomes.flatMap((o) => o.failures.filter((f) => f.at !== null))
