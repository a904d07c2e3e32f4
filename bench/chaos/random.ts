/** A reproducible random number generator (mulberry32). */
export class Random {
  private state: number

  constructor(seed: number) {
    this.state = seed >>> 0
  }

  /** Returns a number from 0 up to, but not including, 1. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0
    let t = this.state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }

  /** Returns an integer from `from` up to, but not including, `to`. */
  between(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from))
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  /** Returns an item of a list that is not empty. */
  pick<T>(items: readonly T[]): T {
    return items[this.between(0, items.length)] as T
  }

  /** Removes an item from the list and returns it; undefined if the list is empty. */
  take<T>(items: T[]): T | undefined {
    return items.splice(this.between(0, items.length), 1)[0]
  }

  /** Returns a generator for one actor, which the other actors do not affect. */
  fork(): Random {
    return new Random(this.between(0, 2 ** 32))
  }
}
