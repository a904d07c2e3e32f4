import type { Result, Router } from 'hono/router'
import { TrieRouter } from 'hono/router/trie-router'

const UUID = /(?<=\/)[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?=\/|$)/g
/** Addresses that are alike but for their ids; more than the API has, few enough for those who try others. */
const KNOWN_MAX = 1000

/** A match for all addresses of a shape: its handlers, each with the places of its parameters among the ids and what follows them. */
interface Known<T> {
  handlers: [T, Record<string, number>][]
  fixed: string[]
}

const STAND = '00000000-0000-4000-8000-'
const stand = (i: number): string => STAND + String(i).padStart(12, '0')

/**
 * Finds the handlers of an address, and remembers them for all addresses that differ in their ids alone: a search through all routes costs
 * more than most of what comes after it.
 */
export class RememberingRouter<T> implements Router<T> {
  readonly name = 'RememberingRouter'
  readonly #routes = new TrieRouter<T>()
  readonly #known = new Map<string, Known<T> | null>()

  add(method: string, path: string, handler: T): void {
    this.#routes.add(method, path, handler)
    this.#known.clear()
  }

  match(method: string, path: string): Result<T> {
    const ids: string[] = []
    const shape = path.replace(UUID, (id) => stand(ids.push(id) - 1))
    const key = `${method} ${shape}`
    let known = this.#known.get(key)
    if (known === undefined) {
      known = this.#search(method, shape, ids.length)
      if (this.#known.size >= KNOWN_MAX) this.#known.clear()
      this.#known.set(key, known)
    }
    return known ? [known.handlers, [...ids, ...known.fixed]] : this.#routes.match(method, path)
  }

  /** The match of a shape; null where an id is but a part of a parameter, such as a path. */
  #search(method: string, shape: string, ids: number): Known<T> | null {
    const fixed: string[] = []
    const places = new Map(Array.from({ length: ids }, (_, i) => [stand(i), i]))
    const placeOf = (value: string): number => places.get(value) ?? ids + fixed.push(value) - 1
    const [found] = this.#routes.match(method, shape) as [[T, Record<string, string>][]]
    const values = found.flatMap(([, params]) => Object.values(params))
    if (values.some((value) => !places.has(value) && value.includes(STAND))) return null
    const handlers = found.map(([handler, params]): [T, Record<string, number>] => [
      handler,
      Object.fromEntries(Object.entries(params).map(([name, value]) => [name, placeOf(value)])),
    ])
    return { handlers, fixed }
  }
}
