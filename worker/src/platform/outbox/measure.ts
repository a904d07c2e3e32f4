import { and, count, isNotNull, isNull, lt, min, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { outbox } from '../db/schema/index.ts'
import { found } from '../../errors.ts'

/** The state of the outbox. */
export interface OutboxMeasure {
  /** Rows not delivered yet. */
  waiting: number
  /** How long the oldest of them has waited; 0 if there is none. */
  oldest_seconds: number
  /** Rows that were set aside. They are retried only on request. */
  dead: number
}

/** Delivered events are marked a second later, and so do not count as waiting. */
const MARK_DELAY_MS = 5000

/** Returns how many rows wait, since when, and how many were set aside. Its cost does not grow with delivered rows. */
export async function measureOutbox({ db, now }: Pick<Context, 'db' | 'now'>): Promise<OutboxMeasure> {
  const before = new Date(now.getTime() - MARK_DELAY_MS).toISOString()
  const setAside = db
    .select({ n: count().as('n') })
    .from(outbox)
    .where(isNotNull(outbox.dead_at))
  const [row] = await db
    .select({ waiting: count(), oldest: min(outbox.created_at), dead: sql<number>`(${setAside})` })
    .from(outbox)
    .where(and(isNull(outbox.done_at), isNull(outbox.dead_at), lt(outbox.created_at, before)))
  const { waiting, oldest, dead } = found(row)
  return {
    waiting,
    oldest_seconds: oldest ? Math.max(0, Math.round((now.getTime() - Date.parse(oldest)) / 1000)) : 0,
    dead,
  }
}
