import { DurableObject } from 'cloudflare:workers'
import { type Env, settings } from '../env.ts'
import type { SqlValue, Statement } from '../db/writer/hrana.ts'
import type { Bell } from '../db/writer/writer.ts'
import { sweepObjects, sweepUnsent, sweepUploads } from '../files/sweep.ts'
import type { OutboxKind } from './enqueue.ts'
import { log } from '../log.ts'
import { DUE_WORK } from './due-work.ts'
import { deliverLane, type Failure, type OutboxRow } from './lane.ts'
import { Pump } from './pump.ts'

const ROWS_AT_ONCE = 100
/** The alarm that finds what a crash left: also the longest a ring that was lost delays anything. */
const HEARTBEAT_MS = 30_000
/** Tries that fill about a day of growing delays; then the row is set aside, visibly. */
const MAX_TRIES = 100
/** A text file for our own store: nobody could refuse it for good, so it is tried until it is done. */
const NEVER_SET_ASIDE: OutboxKind = 'document'
const KEEP_DONE_DAYS = 7
const SWEEP_EVERY_MS = 3_600_000
/** Where in the bucket the sweep goes on. Should it be lost, it begins anew. */
const SWEPT_TO = 'swept-to'

/**
 * Delivers the outbox: at least once, in order per recipient, with growing delays. Holds no state of its own beyond its alarm;
 * the rows are the truth.
 */
export class Dispatcher extends DurableObject<Env> {
  // A mail provider that takes its time must not hold up what people see live.
  private readonly pumps: Readonly<Record<Bell, Pump>> = {
    live: new Pump(() => this.work("kind = 'event'")),
    rest: new Pump(() => this.work("kind <> 'event'")),
    due: new Pump(() => this.doDueWork()),
  }
  private sweptAt = 0

  /** Something was committed: deliver it. Resolves when nothing of it is due any more. */
  async ring(bells: readonly Bell[] = ['live', 'rest']): Promise<void> {
    await Promise.all(bells.map((bell) => this.pumps[bell].kick()))
  }

  override async alarm(): Promise<void> {
    await this.ctx.storage.setAlarm(Date.now() + HEARTBEAT_MS)
    await this.pumps.due.kick()
    await this.ring()
    if (Date.now() - this.sweptAt > SWEEP_EVERY_MS) await this.sweep()
  }

  /** Runs what has a time of its own, and delivers what it has queued. A piece of it that fails is tried again at the next alarm. */
  private async doDueWork(): Promise<void> {
    await this.wakeBy(Date.now() + HEARTBEAT_MS)
    const write = (statements: Statement[]) => this.write(statements)
    for (const work of DUE_WORK) {
      try {
        const next = await work.run({ env: this.env, write, now: new Date() })
        if (next) await this.wakeBy(next.getTime())
      } catch (error) {
        log('due-work.failed', { work: work.name, error: error instanceof Error ? error.message.slice(0, 200) : 'unknown' })
      }
    }
    await this.pumps.rest.kick()
  }

  /** Delivers what is due of the rows that match `which`. */
  private async work(which: string): Promise<void> {
    await this.wakeBy(Date.now() + HEARTBEAT_MS)
    for (let more = true; more; ) {
      const { rows, next } = await this.due(which)
      if (next !== null) await this.wakeBy(next)
      if (rows.length > 0) await this.deliverAll(rows)
      more = rows.length === ROWS_AT_ONCE
    }
  }

  /** Rows that are due and have no older open row of the same recipient that waits; and when the next one will be. */
  private async due(which: string): Promise<{ rows: OutboxRow[]; next: number | null }> {
    const now = new Date().toISOString()
    const [rows = [], waiting = []] = await this.write([
      {
        sql: `SELECT seq, id, recipient, kind, payload, tries, created_at FROM outbox o
              WHERE done_at IS NULL AND dead_at IS NULL AND next_at <= ? AND ${which}
                AND NOT EXISTS (SELECT 1 FROM outbox p WHERE p.recipient = o.recipient AND p.seq < o.seq AND p.done_at IS NULL AND p.dead_at IS NULL AND p.next_at > ?)
              ORDER BY seq LIMIT ${ROWS_AT_ONCE}`,
        args: [now, now],
      },
      { sql: `SELECT min(next_at) AS at FROM outbox WHERE done_at IS NULL AND dead_at IS NULL AND next_at > ? AND ${which}`, args: [now] },
    ])
    const at = waiting[0]?.['at']
    return { rows: rows as unknown as OutboxRow[], next: typeof at === 'string' ? Date.parse(at) : null }
  }

  /** Recipients side by side, rows of one recipient one after the other. */
  private async deliverAll(rows: OutboxRow[]): Promise<void> {
    const lanes = new Map<string, OutboxRow[]>()
    for (const row of rows) lanes.set(row.recipient, [...(lanes.get(row.recipient) ?? []), row])
    const outcomes = await Promise.all([...lanes.values()].map((lane) => deliverLane(this.env, lane)))
    const failures = outcomes.flatMap(({ failure }) => failure ?? [])
    for (const { at } of failures) await this.wakeBy(at)
    await this.write([done(outcomes.flatMap((o) => o.done)), ...failures.map(failed)])
  }

  /** Makes sure that the alarm rings no later than `at` (milliseconds since the epoch). */
  private async wakeBy(at: number): Promise<void> {
    const alarm = await this.ctx.storage.getAlarm()
    if (alarm === null || at < alarm) await this.ctx.storage.setAlarm(Math.max(at, Date.now() + 100))
  }

  private async sweep(): Promise<void> {
    this.sweptAt = Date.now()
    const before = new Date(Date.now() - KEEP_DONE_DAYS * 86_400_000).toISOString()
    await this.write([
      { sql: 'DELETE FROM outbox WHERE done_at < ?', args: [before] },
      { sql: 'DELETE FROM idempotency_keys WHERE created_at < ?', args: [before] },
    ])
    const run = (statements: Statement[]) => this.write(statements)
    await sweepUploads(this.env.UPLOADS, run)
    await sweepUnsent(this.env.UPLOADS, run)
    const from = await this.ctx.storage.get<string>(SWEPT_TO)
    const next = await sweepObjects(this.env.UPLOADS, run, from)
    if (next) await this.ctx.storage.put(SWEPT_TO, next)
    else if (from) await this.ctx.storage.delete(SWEPT_TO)
  }

  private async write(statements: Statement[]): Promise<Record<string, SqlValue>[][]> {
    settings(this.env)
    const outcome = await this.env.WRITER.getByName('main').run({ statements, rings: [], audits: false })
    if (!outcome.ok) throw new Error(`outbox: ${outcome.message}`)
    return outcome.rows
  }
}

/** Rows that were delivered; what a mail carried (codes, links) is not kept once it is sent. */
function done(rows: readonly OutboxRow[]): Statement {
  return {
    sql: `UPDATE outbox SET done_at = ?, tries = tries + 1, last_error = NULL, payload = CASE kind WHEN 'mail' THEN '{}' ELSE payload END
          WHERE seq IN (SELECT value FROM json_each(?))`,
    args: [new Date().toISOString(), JSON.stringify(rows.map((r) => r.seq))],
  }
}

/** The row waits until `at`, and is set aside after the last try. */
function failed({ row, at, message }: Failure): Statement {
  return {
    sql: 'UPDATE outbox SET tries = tries + 1, next_at = ?, last_error = ?, dead_at = ? WHERE seq = ?',
    args: [
      new Date(at).toISOString(),
      message,
      row.tries + 1 >= MAX_TRIES && row.kind !== NEVER_SET_ASIDE ? new Date().toISOString() : null,
      row.seq,
    ],
  }
}
