import { DurableObject } from 'cloudflare:workers'
import { type Env, settings } from '../env.ts'
import type { SqlValue, Statement } from '../db/writer/hrana.ts'
import { deliver } from './deliver.ts'
import type { OutboxKind } from './enqueue.ts'

interface OutboxRow {
  seq: number
  id: string
  recipient: string
  kind: OutboxKind
  payload: string
  tries: number
  created_at: string
}

const ROWS_AT_ONCE = 100
/** The alarm that finds what a crash left: also the longest a ring that was lost delays anything. */
const HEARTBEAT_MS = 30_000
const FIRST_RETRY_MS = 500
const LONGEST_RETRY_MS = 15 * 60_000
/** Tries that fill about a day of growing delays; then the row is set aside, visibly. */
const MAX_TRIES = 100
const KEEP_DONE_DAYS = 7

/**
 * Delivers the outbox: at least once, in order per recipient, with growing delays. Holds no state of its own beyond its alarm;
 * the rows are the truth.
 */
export class Dispatcher extends DurableObject<Env> {
  private running: Promise<void> | undefined
  private again = false

  /** Something was committed: deliver it. Resolves when nothing is due any more. */
  ring(): Promise<void> {
    this.again = true
    this.running ??= this.run().finally(() => {
      this.running = undefined
    })
    return this.running
  }

  override async alarm(): Promise<void> {
    await this.ctx.storage.setAlarm(Date.now() + HEARTBEAT_MS)
    await this.sweep()
    await this.ring()
  }

  private async run(): Promise<void> {
    while (this.again) {
      this.again = false
      if ((await this.ctx.storage.getAlarm()) === null) await this.ctx.storage.setAlarm(Date.now() + HEARTBEAT_MS)
      for (;;) {
        const due = await this.due()
        if (due.length === 0) break
        await this.deliverAll(due)
      }
    }
    await this.wakeForNext()
  }

  /** Rows that are due and have no older open row of the same recipient that waits. */
  private async due(): Promise<OutboxRow[]> {
    const now = new Date().toISOString()
    const rows = await this.sql({
      sql: `SELECT seq, id, recipient, kind, payload, tries, created_at FROM outbox o
            WHERE done_at IS NULL AND dead_at IS NULL AND next_at <= ?
              AND NOT EXISTS (SELECT 1 FROM outbox p WHERE p.recipient = o.recipient AND p.seq < o.seq AND p.done_at IS NULL AND p.dead_at IS NULL AND p.next_at > ?)
            ORDER BY seq LIMIT ${ROWS_AT_ONCE}`,
      args: [now, now],
    })
    return rows as unknown as OutboxRow[]
  }

  /** Recipients side by side, rows of one recipient one after the other. */
  private async deliverAll(rows: OutboxRow[]): Promise<void> {
    const lanes = new Map<string, OutboxRow[]>()
    for (const row of rows) lanes.set(row.recipient, [...(lanes.get(row.recipient) ?? []), row])
    const done = await Promise.all([...lanes.values()].map((lane) => this.deliverLane(lane)))
    await this.write(done.flat())
  }

  private async deliverLane(lane: OutboxRow[]): Promise<Statement[]> {
    const statements: Statement[] = []
    for (const row of lane) {
      const at = new Date().toISOString()
      try {
        await deliver(this.env, row)
        // What a mail carried (codes, links) is not kept once it is sent.
        statements.push({ sql: `UPDATE outbox SET done_at = ?, tries = tries + 1, last_error = NULL, payload = CASE kind WHEN 'mail' THEN '{}' ELSE payload END WHERE seq = ?`, args: [at, row.seq] })
      } catch (error) {
        statements.push(failed(row, error instanceof Error ? error.message : String(error)))
        break
      }
    }
    return statements
  }

  /** Sets the alarm for the earliest row that waits for a retry. */
  private async wakeForNext(): Promise<void> {
    const [row] = await this.sql({ sql: 'SELECT min(next_at) AS at FROM outbox WHERE done_at IS NULL AND dead_at IS NULL', args: [] })
    const at = row?.['at']
    if (typeof at !== 'string') return
    const alarm = await this.ctx.storage.getAlarm()
    const due = Math.max(Date.parse(at), Date.now() + 100)
    if (alarm === null || due < alarm) await this.ctx.storage.setAlarm(due)
  }

  private async sweep(): Promise<void> {
    const before = new Date(Date.now() - KEEP_DONE_DAYS * 86_400_000).toISOString()
    await this.write([
      { sql: 'DELETE FROM outbox WHERE done_at < ?', args: [before] },
      { sql: 'DELETE FROM idempotency_keys WHERE created_at < ?', args: [before] },
    ])
  }

  private async sql(statement: Statement): Promise<Record<string, SqlValue>[]> {
    const rows = await this.write([statement])
    return rows[0] ?? []
  }

  private async write(statements: Statement[]): Promise<Record<string, SqlValue>[][]> {
    settings(this.env)
    const outcome = await this.env.WRITER.getByName('main').run({ statements, rings: false, audits: false })
    if (!outcome.ok) throw new Error(`outbox: ${outcome.message}`)
    return outcome.rows
  }
}

/** The row waits twice as long each time, with jitter, and is set aside after the last try. */
function failed(row: OutboxRow, message: string): Statement {
  const delay = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** row.tries) * (0.75 + Math.random() / 2)
  const now = Date.now()
  return {
    sql: 'UPDATE outbox SET tries = tries + 1, next_at = ?, last_error = ?, dead_at = ? WHERE seq = ?',
    args: [new Date(now + delay).toISOString(), message.slice(0, 500), row.tries + 1 >= MAX_TRIES ? new Date(now).toISOString() : null, row.seq],
  }
}
