import { and, gt, isNull } from 'drizzle-orm'
import { mailDigests, outbox } from '../db/schema/index.ts'
import { build, type Query } from '../db/statement.ts'

/**
 * Interval of the alarm that picks up what a crash left behind. A lost notification delays delivery by at most this
 * long.
 */
export const HEARTBEAT_MS = 30_000
/** Largest difference between the clocks of two machines. */
const CLOCK_SKEW_MS = 5000
/** How often the current time is stored, and under which key. */
const STORE_EVERY_MS = 10_000
const LATEST = 'latest-time'

/** Makes everything due now after the clock was set back: rows scheduled by the old clock would wait too long. */
const dueAtOnce = (now: string): Query[] => [
  build
    .update(outbox)
    .set({ next_at: now })
    .where(and(isNull(outbox.done_at), isNull(outbox.dead_at), gt(outbox.next_at, now))),
  build.update(mailDigests).set({ due_at: now, latest_at: now }).where(gt(mailDigests.due_at, now)),
]

type Storage = Pick<DurableObjectStorage, 'getAlarm' | 'setAlarm'> & {
  get(key: string): Promise<number | undefined>
  put(key: string, value: number): Promise<void>
}

/** The dispatcher's alarm: goes off at every heartbeat, and earlier when something is due earlier. */
export class Heartbeat {
  private readonly storage: Storage
  private readonly write: (queries: Query[]) => Promise<unknown>
  private readonly now: () => number
  /** The latest time seen, as stored. */
  private latest: number | undefined = undefined

  constructor(storage: Storage, write: (queries: Query[]) => Promise<unknown>, now: () => number = () => Date.now()) {
    this.storage = storage
    this.write = write
    this.now = now
  }

  /** Schedules the next heartbeat, and makes rows due if the clock was set back. */
  async beat(): Promise<void> {
    const now = this.now()
    const latest = this.latest ?? (await this.storage.get(LATEST)) ?? 0
    const wentBack = now + CLOCK_SKEW_MS < latest
    if (wentBack) await this.write(dueAtOnce(new Date(now).toISOString()))
    if (wentBack || now > latest + STORE_EVERY_MS) {
      this.latest = now
      await this.storage.put(LATEST, now)
    }
    await this.scheduleBy(now + HEARTBEAT_MS)
  }

  /** Schedules the alarm no later than `at` (milliseconds since the epoch). */
  async scheduleBy(at: number): Promise<void> {
    const [alarm, now] = [await this.storage.getAlarm(), this.now()]
    // An overdue alarm was set by a clock that was ahead, and may go off much later.
    const isLost = alarm !== null && alarm + CLOCK_SKEW_MS < now
    if (alarm === null || at < alarm || isLost) await this.storage.setAlarm(Math.max(at, now + 100))
  }
}
