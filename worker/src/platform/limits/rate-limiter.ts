import { DurableObject } from 'cloudflare:workers'
import type { Env } from '../../env.ts'
import { type CountedAttempts, evaluateAttempt, type LimitRule } from './limit-rule.ts'

type CounterRow = Record<string, SqlStorageValue> & CountedAttempts

const SWEEP_MS = 60_000

/**
 * Counts attempts by key. Keys are keyed hashes, so no address is stored. Refused attempts are not counted, so that
 * retrying does not lengthen the wait.
 */
export class RateLimiter extends DurableObject<Env> {
  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env)
    ctx.storage.sql.exec(
      `CREATE TABLE IF NOT EXISTS counters
         (key TEXT PRIMARY KEY, hits REAL NOT NULL, last INTEGER NOT NULL, forget_at INTEGER NOT NULL)`,
    )
  }

  /** Counts an attempt unless it has to wait. Returns 0, or the wait in milliseconds. */
  async take(key: string, rule: LimitRule): Promise<number> {
    const now = Date.now()
    const row = this.ctx.storage.sql.exec<CounterRow>('SELECT hits, last FROM counters WHERE key = ?', key).toArray()[0]
    const { wait, counted } = evaluateAttempt(row, rule, now)
    if (wait > 0) return wait
    this.ctx.storage.sql.exec(
      `INSERT INTO counters (key, hits, last, forget_at) VALUES (?, ?, ?, ?) ON CONFLICT (key)
         DO UPDATE SET hits = excluded.hits, last = excluded.last, forget_at = excluded.forget_at`,
      key,
      counted,
      now,
      now + Math.ceil(counted * rule.leakMs),
    )
    if ((await this.ctx.storage.getAlarm()) === null) await this.ctx.storage.setAlarm(now + SWEEP_MS)
    return 0
  }

  /** Takes back `hits` attempts that turned out to be legitimate. */
  giveBack(key: string, hits: number): void {
    this.ctx.storage.sql.exec('UPDATE counters SET hits = max(0, hits - ?) WHERE key = ?', hits, key)
  }

  /** Deletes counters that are back to zero. */
  override async alarm(): Promise<void> {
    this.ctx.storage.sql.exec('DELETE FROM counters WHERE forget_at < ?', Date.now())
    const left = this.ctx.storage.sql.exec<{ n: number }>('SELECT count(*) AS n FROM counters').one().n
    if (left > 0) await this.ctx.storage.setAlarm(Date.now() + SWEEP_MS)
  }
}
