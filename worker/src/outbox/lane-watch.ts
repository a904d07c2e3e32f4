import { log } from '../log.ts'

/** Failures in a row from which a lane counts as failing. */
const FAILING_FROM = 2
/** Operators are told of a lane that has been failing for this time: a restart of the database is over by then. */
const TELL_AFTER_MS = 10_000
/** Operators get at most one mail in this time. */
const TELL_EVERY_MS = 3_600_000
const STORAGE_KEY = 'failing-lanes'

interface Stored {
  /** Failures in a row, and the time of the first one, by lane. */
  failures: Record<string, { count: number; since: number }>
  /** When operators were last told. */
  toldAt: number
}

type Storage = {
  get(key: string): Promise<Stored | undefined>
  put(key: string, value: Stored): Promise<void>
}

/** Counts how often each lane of background work fails in a row, and tells operators. */
export class LaneWatch {
  private readonly storage: Storage
  private readonly tell: (lanes: readonly string[], error: string) => Promise<void>
  private readonly now: () => number
  private stored: Promise<Stored> | undefined

  /** @param tell tells operators which lanes are failing, on a way that does not depend on any lane */
  constructor(
    storage: Storage,
    tell: (lanes: readonly string[], error: string) => Promise<void>,
    now: () => number = () => Date.now(),
  ) {
    this.storage = storage
    this.tell = tell
    this.now = now
  }

  /** Runs a lane's work and records whether it failed. @throws what the work throws */
  async watch<T>(lane: string, work: () => Promise<T>): Promise<T> {
    try {
      const result = await work()
      await this.recordSuccess(lane)
      return result
    } catch (error) {
      await this.recordFailure(lane, error instanceof Error ? error.message.slice(0, 200) : 'unknown')
      throw error
    }
  }

  /** Returns the lanes that have failed at least twice in a row. */
  async failing(): Promise<string[]> {
    const { failures } = await this.load()
    return Object.keys(failures).filter((lane) => (failures[lane]?.count ?? 0) >= FAILING_FROM)
  }

  private async recordSuccess(lane: string): Promise<void> {
    const state = await this.load()
    if (!state.failures[lane]) return
    delete state.failures[lane]
    await this.storage.put(STORAGE_KEY, state)
  }

  private async recordFailure(lane: string, error: string): Promise<void> {
    const state = await this.load()
    const now = this.now()
    const { count, since } = state.failures[lane] ?? { count: 0, since: now }
    state.failures[lane] = { count: count + 1, since }
    const isToTell = count + 1 >= FAILING_FROM && now - since >= TELL_AFTER_MS && now - state.toldAt >= TELL_EVERY_MS
    if (isToTell) state.toldAt = now
    log('lane.failed', { lane, count: count + 1, error })
    await this.storage.put(STORAGE_KEY, state)
    if (isToTell) await this.tell(await this.failing(), error).catch(() => log('operators.not-told', { lane }))
  }

  private load(): Promise<Stored> {
    this.stored ??= this.storage.get(STORAGE_KEY).then((stored) => stored ?? { failures: {}, toldAt: 0 })
    return this.stored
  }
}
