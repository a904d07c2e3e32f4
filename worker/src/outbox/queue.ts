import type { SqlValue, Statement } from '../db/writer/hrana.ts'
import { type Carriers, deliverLane, type Failure, type LaneOutcome, type OutboxRow, retryDelay } from './lane.ts'

/** What delivering needs of its surroundings. Time is given, so that a test can let a day pass. */
export interface QueueDeps extends Carriers {
  /** Runs statements as one batch; rows of each. */
  write(statements: Statement[]): Promise<Record<string, SqlValue>[][]>
  now(): number
  /** Come back no later than `at` (milliseconds since the epoch). */
  wakeBy(at: number): Promise<void>
}

/** A part of the outbox that is delivered by itself, so that what fails in one holds up no other. */
export interface QueueSpec {
  /** SQL condition on the rows. */
  where: string
  /** Recipients served at once. The platform opens six connections: a seventh would wait while its time runs out. */
  atOnce: number
  /** So many rows of one recipient at a time, then it is the others' turn; all that are due unless given. */
  turn?: number
  /** A row that fails holds back no other of its recipient. */
  independent?: boolean
  /** So many failures in a row, and nothing that went well: the receiver is down for all, and the others need not be tried now. */
  downAfter: number
}

export const ROWS_AT_ONCE = 100
/** Tries that fill about a day of growing delays; then the row is set aside, visibly. */
export const MAX_TRIES = 100
/** A text file for our own store: nobody could refuse it for good, so it is tried until it is done. */
const NEVER_SET_ASIDE = 'document'

/** Delivers what is due of one part of the outbox: at least once, in order per recipient unless independent, with growing delays. */
export class Queue {
  private readonly deps: QueueDeps
  private readonly spec: QueueSpec
  /** How often in a row the receiver was found to be down. */
  private down = 0
  /** Rows that were just committed, for the next turn. */
  private handed: OutboxRow[] = []
  /** Whether all rows that were there were seen and delivered: then those handed over are all there are. */
  private allDone = false

  constructor(spec: QueueSpec, deps: QueueDeps) {
    this.spec = spec
    this.deps = deps
  }

  /** Takes rows that were just committed, in the order of their commits. */
  hand(rows: readonly OutboxRow[]): void {
    this.handed.push(...rows)
  }

  /** There may be rows that nobody hands over. */
  lookAgain(): void {
    this.allDone = false
  }

  /** Delivers what was handed over. Looks for what else is due where that may not be all, so that nobody's rows overtake each other. */
  async deliverHanded(): Promise<void> {
    while (this.allDone && this.handed.length > 0) await this.deliverAll(this.handed.splice(0))
    if (!this.allDone) await this.deliverDue()
  }

  /** Delivers until nothing is due any more, or the receiver is down. */
  async deliverDue(): Promise<void> {
    for (let more = true; more; ) {
      // What was handed over until now is in the database, too. A failure takes this back.
      this.handed = []
      this.allDone = true
      const { rows, next } = await this.due().catch((error: unknown) => {
        this.allDone = false
        throw error
      })
      if (rows.length >= ROWS_AT_ONCE || next !== null) this.allDone = false
      if (next !== null) await this.deps.wakeBy(next)
      const isDown = rows.length > 0 && (await this.deliverAll(rows))
      this.down = isDown ? this.down + 1 : 0
      if (isDown) await this.deps.wakeBy(this.deps.now() + retryDelay(this.down))
      // Where recipients take turns, a set that is not full may have left some of theirs.
      more = rows.length >= (this.spec.turn ? 1 : ROWS_AT_ONCE) && !isDown
    }
  }

  /** Returns the rows that are due, without those that an older row of their recipient holds back, and when the next one will be. */
  private async due(): Promise<{ rows: OutboxRow[]; next: number | null }> {
    const { where, turn, independent } = this.spec
    const older =
      'FROM outbox q WHERE q.recipient = o.recipient AND q.seq < o.seq AND q.done_at IS NULL AND q.dead_at IS NULL'
    const now = new Date(this.deps.now()).toISOString()
    const unheld = `AND NOT EXISTS (SELECT 1 ${older} AND q.next_at > ?1)`
    const inTurn = turn
      ? `AND (SELECT count(*) FROM (SELECT 1 ${older} AND q.next_at <= ?1 LIMIT ${turn})) < ${turn}`
      : ''
    const [rows = [], waiting = []] = await this.deps.write([
      {
        sql: `SELECT seq, id, recipient, kind, payload, tries, created_at, next_at,
                CASE WHEN kind = 'mail' AND coalesce(payload ->> 'firmId', payload ->> 'unsubscribe') IS NOT NULL
                  THEN (SELECT m.kind FROM mail_problems m WHERE m.email = lower(o.payload ->> 'to')
                    AND m.firm_id IN ('', coalesce(o.payload ->> 'firmId', '')) LIMIT 1) END AS problem
              FROM outbox o
              WHERE done_at IS NULL AND dead_at IS NULL AND next_at <= ?1 AND ${where} ${independent ? '' : unheld} ${inTurn}
              ORDER BY seq LIMIT ${ROWS_AT_ONCE}`,
        args: [now],
      },
      {
        sql: `SELECT min(next_at) AS at FROM outbox WHERE done_at IS NULL AND dead_at IS NULL AND next_at > ? AND ${where}`,
        args: [now],
      },
    ])
    const at = waiting[0]?.['at']
    return { rows: rows as unknown as OutboxRow[], next: typeof at === 'string' ? Date.parse(at) : null }
  }

  /**
   * Some recipients side by side, rows of one recipient one after the other, and then what became of them as one batch.
   * @returns whether the receiver is down for all
   */
  private async deliverAll(rows: readonly OutboxRow[]): Promise<boolean> {
    try {
      return await this.deliverLanes(rows)
    } catch (error) {
      this.allDone = false
      throw error
    }
  }

  private async deliverLanes(rows: readonly OutboxRow[]): Promise<boolean> {
    const lanes = [...Map.groupBy(rows, (row) => row.recipient).values()]
    const outcomes: LaneOutcome[] = []
    const isDown = () =>
      outcomes.every((o) => o.done.length === 0) &&
      outcomes.filter((o) => delayed([o]).length > 0).length >= this.spec.downAfter
    const work = async (): Promise<void> => {
      for (let lane = lanes.shift(); lane && !isDown(); lane = lanes.shift()) {
        outcomes.push(await deliverLane(this.deps, lane, () => this.deps.now(), this.spec.independent))
      }
    }
    await Promise.all(Array.from({ length: this.spec.atOnce }, work))
    for (const { at } of delayed(outcomes)) await this.deps.wakeBy(at ?? 0)
    const now = new Date(this.deps.now()).toISOString()
    const failures = outcomes.flatMap((o) => o.failures)
    if (failures.length > 0) this.allDone = false
    await this.deps.write([doneRows(outcomes, now), ...failures.flatMap((failure) => failed(failure, now))])
    return isDown()
  }
}

const delayed = (outcomes: readonly LaneOutcome[]): Failure[] =>
  outcomes.flatMap((o) => o.failures.filter((f) => f.at !== null))

/** Rows that were delivered; what a mail carried (codes, links) is not kept once it is sent. */
function doneRows(outcomes: readonly LaneOutcome[], now: string): Statement {
  return {
    sql: `UPDATE outbox SET done_at = ?, tries = tries + 1, last_error = NULL, payload = CASE kind WHEN 'mail' THEN '{}' ELSE payload END
          WHERE seq IN (SELECT value FROM json_each(?))`,
    args: [now, JSON.stringify(outcomes.flatMap((o) => o.done.map((r) => r.seq)))],
  }
}

/** The row waits until its time, or is set aside: when it was refused for good, and after the last try. */
function failed({ row, at, message, problem, holdsAll }: Failure, now: string): Statement[] {
  const dead = at === null || (row.tries + 1 >= MAX_TRIES && row.kind !== NEVER_SET_ASIDE)
  const waits: Statement = {
    // What was held back was not even tried. Where somebody has asked for another try meanwhile, that stays.
    sql: `UPDATE outbox SET tries = tries + ?, next_at = iif(next_at = ?, ?, next_at), last_error = ?, dead_at = iif(next_at = ?, ?, NULL)
          WHERE seq = ?`,
    args: [
      row.problem ? 0 : 1,
      row.next_at,
      at === null ? now : new Date(at).toISOString(),
      message,
      row.next_at,
      dead ? now : null,
      row.seq,
    ],
  }
  if (at !== null && holdsAll) {
    const others =
      'UPDATE outbox SET next_at = max(next_at, ?) WHERE recipient = ? AND seq <> ? AND done_at IS NULL AND dead_at IS NULL'
    return [waits, { sql: others, args: [new Date(at).toISOString(), row.recipient, row.seq] }]
  }
  if (!problem) return [waits]
  const remember: Statement = {
    sql: `INSERT INTO mail_problems (email, kind, reason, at) VALUES (lower(?), ?, ?, ?)
          ON CONFLICT (email, firm_id) DO UPDATE SET kind = excluded.kind, reason = excluded.reason, at = excluded.at`,
    args: [row.recipient.slice('mail:'.length), problem, message, now],
  }
  return [waits, remember]
}
