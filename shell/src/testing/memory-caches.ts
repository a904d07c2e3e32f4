/** Caches of a browser in memory, for tests: environments without a browser have none. */

const urlOf = (key: string | Request): string =>
  new URL(key instanceof Request ? key.url : key, 'http://localhost').href

/** A cache. `room` is how many responses it takes. */
export class MemoryCache {
  room = Number.POSITIVE_INFINITY
  readonly #responses = new Map<string, Response>()

  async keys(): Promise<Request[]> {
    return [...this.#responses.keys()].map((url) => new Request(url))
  }

  async match(key: string | Request): Promise<Response | undefined> {
    return this.#responses.get(urlOf(key))?.clone()
  }

  async put(key: string | Request, response: Response): Promise<void> {
    if (this.#responses.size >= this.room) throw new DOMException('no room', 'QuotaExceededError')
    this.#responses.set(urlOf(key), response)
  }

  async delete(key: string | Request): Promise<boolean> {
    return this.#responses.delete(urlOf(key))
  }
}

/** Stands for `caches`. */
export class MemoryCaches {
  readonly #caches = new Map<string, MemoryCache>()

  async keys(): Promise<string[]> {
    return [...this.#caches.keys()]
  }

  async has(name: string): Promise<boolean> {
    return this.#caches.has(name)
  }

  async open(name: string): Promise<MemoryCache> {
    const cache = this.#caches.get(name) ?? new MemoryCache()
    this.#caches.set(name, cache)
    return cache
  }

  async delete(name: string): Promise<boolean> {
    return this.#caches.delete(name)
  }
}
