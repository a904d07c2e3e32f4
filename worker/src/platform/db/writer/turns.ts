import { setNewest } from '../../http/set-newest.ts'

/** The share of the Writer's time that a key gets at most while others write. */
const SHARE = 1 / 4
/** What a key may use beyond its share before it has to wait, in milliseconds. */
const BURST_MS = 200
/** The longest wait that a key is charged for what it has used. */
const MAX_WAIT_MS = 10_000
/** How long a key counts as writing after its last batch has arrived or ended. */
const ACTIVE_MS = 3000
/** Expected duration of the first batch of a key, in milliseconds. */
const NEW_KEY_MS = 3
/** Most keys kept. */
const MAX_KEYS = 10_000

interface Use {
  /** Time that the key may use at once; negative while it has to wait. */
  creditMs: number
  /** When the credit was computed. */
  at: number
  /** How long its batches take: a moving average. */
  averageMs: number
}

/** What all firms with expensive batches use together. */
const EXPENSIVE = 'expensive'
/** Average duration from which the batches of a key are expensive, in milliseconds. */
const EXPENSIVE_MS = 50

/**
 * Decides when the next batch of a firm is sent, by the time that its batches have taken: while others write, a firm
 * gets a quarter of the time, and all firms with expensive batches get a quarter together. These, and firms that have
 * used more than their share, do not count as others. Batches of the portal itself (key '') never wait.
 */
export class Turns {
  readonly #uses = new Map<string, Use>()
  /** When keys that count as others have written last: the newest, and the newest of another key. */
  #newest = { key: '', at: Number.NEGATIVE_INFINITY }
  #other = { key: '', at: Number.NEGATIVE_INFINITY }

  /** Records that a key writes: a batch has arrived or ended. */
  markActive(key: string, now: number): void {
    if (key === '' || this.#isExpensive(key) || this.#creditOf(key, now) < 0) return
    if (key !== this.#newest.key) this.#other = this.#newest
    this.#newest = { key, at: now }
  }

  /** Returns how long the key has to wait for its turn, in milliseconds. */
  waitOf(key: string, now: number): number {
    const sinceOthers = now - this.#lastOfOthers(key)
    if (key === '' || sinceOthers >= ACTIVE_MS) return 0
    const shared = this.#isExpensive(key) ? this.#creditOf(EXPENSIVE, now) : 0
    const wait = -Math.min(this.#creditOf(key, now), shared) / SHARE
    // Never longer than others count as writing.
    return Math.max(0, Math.min(wait, ACTIVE_MS - sinceOthers))
  }

  /** Returns how long a batch of the key is expected to take, in milliseconds. */
  expected(key: string): number {
    return this.#uses.get(key)?.averageMs ?? NEW_KEY_MS
  }

  /** Records how long a batch that has just ended took. It is charged if others were writing when it began or since. */
  took(key: string, ms: number, now: number): void {
    if (key === '') return
    const began = now - ms
    const charged = began - this.#lastOfOthers(key) < ACTIVE_MS ? ms : 0
    this.#charge(key, charged, ms, now)
    if (this.#isExpensive(key)) this.#charge(EXPENSIVE, charged, ms, now)
    this.markActive(key, now)
  }

  #charge(key: string, charged: number, ms: number, now: number): void {
    const creditMs = Math.max(this.#creditOf(key, now) - charged, -MAX_WAIT_MS * SHARE)
    const averageMs = ((this.#uses.get(key)?.averageMs ?? ms) + ms) / 2
    setNewest(this.#uses, key, { creditMs, at: now, averageMs }, MAX_KEYS)
  }

  #isExpensive(key: string): boolean {
    return this.expected(key) > EXPENSIVE_MS
  }

  /** Returns when another key that counts has written last. */
  #lastOfOthers(key: string): number {
    return (this.#newest.key === key ? this.#other : this.#newest).at
  }

  #creditOf(key: string, now: number): number {
    const { creditMs, at } = this.#uses.get(key) ?? { creditMs: BURST_MS, at: now }
    return Math.min(BURST_MS, creditMs + Math.max(0, now - at) * SHARE)
  }
}
