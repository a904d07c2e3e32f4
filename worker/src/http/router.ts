import type { Result, Router } from 'hono/router'
import { TrieRouter } from 'hono/router/trie-router'

const UUID = /(?<=\/)[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?=\/|$)/g
/** Cached path shapes: more than the API has, and few enough to bound memory when clients request random paths. */
const CACHE_MAX = 1000

/** The match for all paths of a shape. */
interface CachedMatch<T> {
  /** Handlers, each with the indexes of its parameters in the list of ids followed by `fixed`. */
  handlers: [T, Record<string, number>][]
  /** Parameters that are not ids. */
  fixed: string[]
}

const PLACEHOLDER = '00000000-0000-4000-8000-'
const placeholder = (i: number): string => PLACEHOLDER + String(i).padStart(12, '0')

/**
 * A router that caches the match for all paths that differ only in their ids, because matching costs more than most
 * of the request's other work.
 */
export class CachingRouter<T> implements Router<T> {
  readonly name = 'CachingRouter'
  readonly #routes = new TrieRouter<T>()
  readonly #cache = new Map<string, CachedMatch<T> | null>()

  add(method: string, path: string, handler: T): void {
    this.#routes.add(method, path, handler)
    this.#cache.clear()
  }

  match(method: string, path: string): Result<T> {
    const ids: string[] = []
    const shape = path.replace(UUID, (id) => placeholder(ids.push(id) - 1))
    const key = `${method} ${shape}`
    let match = this.#cache.get(key)
    if (match === undefined) {
      match = this.#search(method, shape, ids.length)
      if (this.#cache.size >= CACHE_MAX) this.#cache.clear()
      this.#cache.set(key, match)
    }
    return match ? [match.handlers, [...ids, ...match.fixed]] : this.#routes.match(method, path)
  }

  /** Returns the match of a shape, or null when an id is only a portion of a parameter, such as a file path. */
  #search(method: string, shape: string, ids: number): CachedMatch<T> | null {
    const fixed: string[] = []
    const indexes = new Map(Array.from({ length: ids }, (_, i) => [placeholder(i), i]))
    const indexOf = (value: string): number => indexes.get(value) ?? ids + fixed.push(value) - 1
    const [found] = this.#routes.match(method, shape) as [[T, Record<string, string>][]]
    const values = found.flatMap(([, params]) => Object.values(params))
    if (values.some((value) => !indexes.has(value) && value.includes(PLACEHOLDER))) return null
    const handlers = found.map(([handler, params]): [T, Record<string, number>] => [
      handler,
      Object.fromEntries(Object.entries(params).map(([name, value]) => [name, indexOf(value)])),
    ])
    return { handlers, fixed }
  }
}
