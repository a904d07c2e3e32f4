import { sql } from 'drizzle-orm'
import type { Context } from '../context.ts'

/** How the outbox is doing. */
export interface OutboxMeasure {
  /** Rows that are still to be delivered. */
  waiting: number
  /** How long the oldest of them has waited; 0 where none waits. */
  oldest_seconds: number
  /** Rows that were set aside: nobody tries them any more unless somebody says so. */
  dead: number
}

/** What waits in the outbox, since when, and what was given up on. Reads open and set-aside rows alone, however many were delivered. */
export async function measureOutbox({ db, now }: Pick<Context, 'db' | 'now'>): Promise<OutboxMeasure> {
  const [row] = await db.all<{ waiting: number; oldest: string | null; dead: number }>(sql`
    SELECT count(*) AS waiting, min(created_at) AS oldest, (SELECT count(*) FROM outbox d WHERE d.dead_at IS NOT NULL) AS dead
    FROM outbox WHERE done_at IS NULL AND dead_at IS NULL`)
  const { waiting = 0, oldest = null, dead = 0 } = row ?? {}
  return {
    waiting,
    oldest_seconds: oldest ? Math.max(0, Math.round((now.getTime() - Date.parse(oldest)) / 1000)) : 0,
    dead,
  }
}
