/** What waits, in lanes that are served in turn: a long lane does not hold up a short one. Each lane keeps its order. */
export class FairQueue<T> {
  readonly #lanes = new Map<string, T[]>()
  #size = 0

  /** Returns how much waits, in all lanes or in one. */
  size(lane?: string): number {
    return lane === undefined ? this.#size : (this.#lanes.get(lane)?.length ?? 0)
  }

  /** Adds to the end of a lane, or to its front where it is to be tried again. */
  add(lane: string, item: T, where: 'end' | 'front' = 'end'): void {
    const items = this.#lanes.get(lane) ?? []
    if (where === 'end') items.push(item)
    else items.unshift(item)
    this.#lanes.set(lane, items)
    this.#size++
  }

  /** Removes the newest item of the longest lane, to make room in a lane that stays shorter. Returns undefined if none is longer. */
  displace(lane: string): { lane: string; item: T } | undefined {
    let longest = { lane, items: this.#lanes.get(lane) ?? [] }
    for (const [other, items] of this.#lanes) if (items.length > longest.items.length) longest = { lane: other, items }
    if (longest.items.length <= this.size(lane) + 1) return undefined
    const item = longest.items.pop()
    if (item === undefined) return undefined
    this.#size--
    return { lane: longest.lane, item }
  }

  /** Takes up to `most`, one of each lane in turn. */
  take(most: number): T[] {
    const taken: T[] = []
    while (taken.length < most) {
      const [next] = this.#lanes
      if (!next) break
      const [lane, items] = next
      taken.push(...items.splice(0, 1))
      // To the end of the round, where something is left.
      this.#lanes.delete(lane)
      if (items.length > 0) this.#lanes.set(lane, items)
    }
    this.#size -= taken.length
    return taken
  }
}
