import { setNewest } from '../../http/set-newest.ts'

/** The share of the Writer's time that a key gets at most while others write. */
const SHARE = 1 / 4
/** What a key may use beyond its share before it has to wait, in milliseconds. */
const BURST_MS = 200
/** The longest wait, whatever a key has used. */
const MAX_WAIT_MS = 10_000
/** How long after its last batch a key counts as writing. */
const ACTIVE_MS = 3000
/** How long a batch of a key without any before is expected to take. */
const NEW_KEY_MS = 3
/** Most keys kept. */
const MAX_KEYS = 10_000

interface Use {
  /** Time that the key may use at once, in milliseconds; negative while it has to wait. */
  credit: number
  /** When the credit was computed. */
  at: number
  /** How long its batches take: a moving average, in milliseconds. */
  usual: number
}

/**
 * Gives turns by the time that batches have taken: while others write, a firm with expensive batches uses a quarter of
 * the time. The portal's own batches (key '') never wait.
 */
export class Turns {
  readonly #uses = new Map<string, Use>()
  /** The keys of the last batches that arrived, and when: the newest, and the newest of another key. */
  #newest = { key: '', at: 0 }
  #other = { key: '', at: 0 }

  /** Records that a batch has arrived. */
  arrived(key: string, now: number): void {
    if (key === '') return
    if (key !== this.#newest.key) this.#other = this.#newest
    this.#newest = { key, at: now }
  }

  /** Returns how long the key has to wait for its turn, in milliseconds. */
  waitOf(key: string, now: number): number {
    const use = this.#uses.get(key)
    if (!use || !this.#othersWrite(key, now)) return 0
    return Math.max(0, -creditOf(use, now) / SHARE)
  }

  /** Returns how long a batch of the key is expected to take, in milliseconds. */
  expected(key: string): number {
    return this.#uses.get(key)?.usual ?? NEW_KEY_MS
  }

  /** Records how long a batch has taken. It is charged only while others write. */
  took(key: string, ms: number, now: number): void {
    if (key === '') return
    const use = this.#uses.get(key) ?? { credit: BURST_MS, at: now, usual: ms }
    const credit = creditOf(use, now) - (this.#othersWrite(key, now) ? ms : 0)
    const usual = (use.usual + ms) / 2
    setNewest(this.#uses, key, { credit: Math.max(credit, -MAX_WAIT_MS * SHARE), at: now, usual }, MAX_KEYS)
  }

  #othersWrite(key: string, now: number): boolean {
    const last = this.#newest.key === key ? this.#other : this.#newest
    return last.key !== '' && now - last.at < ACTIVE_MS
  }
}

const creditOf = ({ credit, at }: Use, now: number): number =>
  Math.min(BURST_MS, credit + Math.max(0, now - at) * SHARE)
