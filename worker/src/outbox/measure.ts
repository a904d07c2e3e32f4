import { sql } from 'drizzle-orm'
import type { Context } from '../context.ts'

/** The state of the outbox. */
export interface OutboxMeasure {
  /** Rows not delivered yet. */
  waiting: number
  /** How long the oldest of them has waited; 0 if there is none. */
  oldest_seconds: number
  /** Rows that were set aside. They are retried only on request. */
  dead: number
}

/** Returns how many rows wait, since when, and how many were set aside. Its cost does not grow with delivered rows. */
export async function measureOutbox({ db, now }: Pick<Context, 'db' | 'now'>): Promise<OutboxMeasure> {
  const [row] = await db.all<{ waiting: number; oldest: string | null; dead: number }>(sql`
    SELECT count(*) AS waiting, min(created_at) AS oldest, (SELECT count(*) FROM outbox d
    WHERE d.dead_at IS NOT NULL) AS dead
    FROM outbox WHERE done_at IS NULL AND dead_at IS NULL`)
  const { waiting = 0, oldest = null, dead = 0 } = row ?? {}
  return {
    waiting,
    oldest_seconds: oldest ? Math.max(0, Math.round((now.getTime() - Date.parse(oldest)) / 1000)) : 0,
    dead,
  }
}
