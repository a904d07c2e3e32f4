import { log } from '../log.ts'

/** Failures in a row from which work counts as failing. */
const FAILING_FROM = 2
/** Operators are told after this long, so that a restart of the database does not alert them. */
const TELL_AFTER_MS = 10_000
/** Operators get at most one mail in this time. */
const TELL_EVERY_MS = 3_600_000
const STORAGE_KEY = 'failing-work'

interface Stored {
  /** Failures in a row, and the time of the first one, by name of the work. */
  failures: Record<string, { count: number; since: number }>
  /** When operators were last told. */
  toldAt: number
}

type Storage = {
  get(key: string): Promise<Stored | undefined>
  put(key: string, value: Stored): Promise<void>
}

/** Counts how often background work fails in a row, and tells operators. */
export class WorkWatch {
  private readonly storage: Storage
  private readonly tell: (names: readonly string[], error: string) => Promise<void>
  private readonly now: () => number
  private stored: Promise<Stored> | undefined

  /** @param tell tells operators which work is failing, in a way that does not depend on any of it */
  constructor(
    storage: Storage,
    tell: (names: readonly string[], error: string) => Promise<void>,
    now: () => number = () => Date.now(),
  ) {
    this.storage = storage
    this.tell = tell
    this.now = now
  }

  /** Runs work and records whether it failed. @throws what the work throws */
  async watch<T>(name: string, work: () => Promise<T>): Promise<T> {
    try {
      const result = await work()
      await this.recordSuccess(name)
      return result
    } catch (error) {
      await this.recordFailure(name, error instanceof Error ? error.message.slice(0, 200) : 'unknown')
      throw error
    }
  }

  /** Returns the names of work that has failed at least twice in a row. */
  async failing(): Promise<string[]> {
    const { failures } = await this.load()
    return Object.keys(failures).filter((name) => (failures[name]?.count ?? 0) >= FAILING_FROM)
  }

  private async recordSuccess(name: string): Promise<void> {
    const state = await this.load()
    if (!state.failures[name]) return
    delete state.failures[name]
    await this.storage.put(STORAGE_KEY, state)
  }

  private async recordFailure(name: string, error: string): Promise<void> {
    const state = await this.load()
    const now = this.now()
    const { count, since } = state.failures[name] ?? { count: 0, since: now }
    state.failures[name] = { count: count + 1, since }
    log('work.failed', { work: name, count: count + 1, error })
    await this.storage.put(STORAGE_KEY, state)
    const isAlarming = count + 1 >= FAILING_FROM && now - since >= TELL_AFTER_MS
    if (isAlarming && now - state.toldAt >= TELL_EVERY_MS) await this.tellOperators(state, name, error)
  }

  private async tellOperators(state: Stored, name: string, error: string): Promise<void> {
    const before = state.toldAt
    // Set first, because other work may fail meanwhile.
    state.toldAt = this.now()
    try {
      await this.tell(await this.failing(), error)
    } catch {
      state.toldAt = before
      log('operators.not-told', { work: name })
    }
    await this.storage.put(STORAGE_KEY, state)
  }

  private load(): Promise<Stored> {
    this.stored ??= this.read().catch((error: unknown) => {
      this.stored = undefined
      throw error
    })
    return this.stored
  }

  private async read(): Promise<Stored> {
    return (await this.storage.get(STORAGE_KEY)) ?? { failures: {}, toldAt: 0 }
  }
}
