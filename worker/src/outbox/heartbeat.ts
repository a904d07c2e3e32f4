import type { Statement } from '../db/writer/hrana.ts'

/** The alarm that finds what a crash left: also the longest a ring that was lost delays anything. */
export const HEARTBEAT_MS = 30_000
/** Clocks of two machines differ by less than this, in milliseconds. */
const SLACK_MS = 5000
/** How often the time is written down, and under which name. */
const NOTE_EVERY_MS = 10_000
const LATEST = 'latest-time'

/** What waits for a time that was told by a clock which has gone back since is due at once: it would wait for as long again. */
function dueAtOnce(now: string): Statement[] {
  return [
    { sql: 'UPDATE outbox SET next_at = ?1 WHERE done_at IS NULL AND dead_at IS NULL AND next_at > ?1', args: [now] },
    { sql: 'UPDATE mail_digests SET due_at = ?1 WHERE due_at > ?1', args: [now] },
  ]
}

type Storage = Pick<DurableObjectStorage, 'getAlarm' | 'setAlarm'> & {
  get(key: string): Promise<number | undefined>
  put(key: string, value: number): Promise<void>
}

/** The dispatcher's alarm: rings at least at every heartbeat while there is anything to do, and sooner where something is due sooner. */
export class Heartbeat {
  private readonly storage: Storage
  private readonly write: (statements: Statement[]) => Promise<unknown>
  private readonly now: () => number
  /** The latest time that was seen, as it is written down. */
  private latest: number | undefined = undefined

  constructor(
    storage: Storage,
    write: (statements: Statement[]) => Promise<unknown>,
    now: () => number = () => Date.now(),
  ) {
    this.storage = storage
    this.write = write
    this.now = now
  }

  /** Makes sure of the next heartbeat, and that nothing waits longer because the clock has gone back. */
  async beat(): Promise<void> {
    const now = this.now()
    const latest = this.latest ?? (await this.storage.get(LATEST)) ?? 0
    const wentBack = now + SLACK_MS < latest
    if (wentBack) await this.write(dueAtOnce(new Date(now).toISOString()))
    if (wentBack || now > latest + NOTE_EVERY_MS) {
      this.latest = now
      await this.storage.put(LATEST, now)
    }
    await this.wakeBy(now + HEARTBEAT_MS)
  }

  /** Makes sure that the alarm rings no later than `at` (milliseconds since the epoch). */
  async wakeBy(at: number): Promise<void> {
    const [alarm, now] = [await this.storage.getAlarm(), this.now()]
    // One that should have rung was set by another clock, and may be a long time coming.
    const isLost = alarm !== null && alarm + SLACK_MS < now
    if (alarm === null || at < alarm || isLost) await this.storage.setAlarm(Math.max(at, now + 100))
  }
}
