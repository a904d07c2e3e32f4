/**
 * A queue that serves its keys in turn, so that a key with many items does not hold up the others. Keeps the order
 * per key.
 */
export class FairQueue<T> {
  readonly #itemsByKey = new Map<string, T[]>()
  #size = 0

  /** Returns the number of waiting items, in total or of one key. */
  size(key?: string): number {
    return key === undefined ? this.#size : (this.#itemsByKey.get(key)?.length ?? 0)
  }

  /** Adds an item at the end, or at the front for a retry. */
  add(key: string, item: T, where: 'end' | 'front' = 'end'): void {
    const items = this.#itemsByKey.get(key) ?? []
    if (where === 'end') items.push(item)
    else items.unshift(item)
    this.#itemsByKey.set(key, items)
    this.#size++
  }

  /**
   * Removes the newest item of the longest key, to make room for a key with fewer items.
   * @returns undefined if there is none
   */
  displace(key: string): { key: string; item: T } | undefined {
    let longest = { key, items: this.#itemsByKey.get(key) ?? [] }
    for (const [other, items] of this.#itemsByKey)
      if (items.length > longest.items.length) longest = { key: other, items }
    if (longest.items.length <= this.size(key) + 1) return undefined
    const item = longest.items.pop()
    if (item === undefined) return undefined
    this.#size--
    return { key: longest.key, item }
  }

  /** Takes up to `max` items, one of each key in turn. */
  take(max: number): T[] {
    const taken: T[] = []
    while (taken.length < max) {
      const [next] = this.#itemsByKey
      if (!next) break
      const [key, items] = next
      taken.push(...items.splice(0, 1))
      // Reinsert at the end if items are left.
      this.#itemsByKey.delete(key)
      if (items.length > 0) this.#itemsByKey.set(key, items)
    }
    this.#size -= taken.length
    return taken
  }
}
