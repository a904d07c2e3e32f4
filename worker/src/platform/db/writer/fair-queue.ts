/** An item that waits, with its weight. */
interface Weighted<T> {
  item: T
  weight: number
}

/** The items of a key, in order. */
interface Line<T> {
  items: Weighted<T>[]
  weight: number
}

/**
 * A queue that serves its keys in turn, so that a key with many items does not hold up the others. Keeps the order
 * per key.
 */
export class FairQueue<T> {
  readonly #lines = new Map<string, Line<T>>()
  #weight = 0

  /** Returns the weight of all items that wait, or of those of one key. */
  weight(key?: string): number {
    return key === undefined ? this.#weight : (this.#lines.get(key)?.weight ?? 0)
  }

  /** Adds an item at the end, or at the front for a retry. */
  add(key: string, item: T, weight: number, where: 'end' | 'front' = 'end'): void {
    const line = this.#lines.get(key) ?? { items: [], weight: 0 }
    if (where === 'end') line.items.push({ item, weight })
    else line.items.unshift({ item, weight })
    line.weight += weight
    this.#weight += weight
    this.#lines.set(key, line)
  }

  /**
   * Removes the newest item of the heaviest key, to make room for a key with less.
   * @param weight of the item that needs the room
   * @returns undefined if there is none
   */
  displace(key: string, weight: number): { key: string; item: T } | undefined {
    let heaviest = { key, weight: this.weight(key) }
    for (const [other, line] of this.#lines) if (line.weight > heaviest.weight) heaviest = { key: other, ...line }
    if (heaviest.weight <= this.weight(key) + weight) return undefined
    const last = this.#remove(heaviest.key, (items) => items.pop())
    return last && { key: heaviest.key, item: last.item }
  }

  /**
   * Takes items, one of each key in turn, as long as `accepts` returns true. A key whose item is refused is skipped
   * until the next call.
   */
  take(accepts: (key: string, item: T, taken: number) => boolean): T[] {
    const taken: T[] = []
    for (const [key, { items }] of this.#lines) {
      const [next] = items
      if (!next || !accepts(key, next.item, taken.length)) continue
      this.#remove(key, () => items.shift())
      taken.push(next.item)
      // Its next turn is after those of all others. The loop comes to it again.
      const line = this.#lines.get(key)
      this.#lines.delete(key)
      if (line) this.#lines.set(key, line)
    }
    return taken
  }

  #remove(key: string, from: (items: Weighted<T>[]) => Weighted<T> | undefined): Weighted<T> | undefined {
    const line = this.#lines.get(key)
    const removed = line && from(line.items)
    if (!line || !removed) return undefined
    line.weight -= removed.weight
    this.#weight -= removed.weight
    if (line.items.length === 0) this.#lines.delete(key)
    return removed
  }
}
