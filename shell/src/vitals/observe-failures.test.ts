import type { Failure } from '@portal/contract/vitals'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { observeFailures } from './observe-failures.ts'

type Entry = Record<string, unknown>
type Callback = (list: { getEntries: () => Entry[] }) => void

/** The callbacks of observers by entry type. */
let observers: Map<string, Callback>

beforeEach(() => {
  observers = new Map()
  vi.stubGlobal(
    'PerformanceObserver',
    class {
      static supportedEntryTypes = ['event', 'resource']
      readonly #callback: Callback
      constructor(callback: Callback) {
        this.#callback = callback
      }
      observe({ type }: { type: string }): void {
        observers.set(type, this.#callback)
      }
    },
  )
})
afterEach(() => vi.unstubAllGlobals())

it('reports slow interactions, and calls of the API that fail', () => {
  const failures: Failure[] = []
  observeFailures((kind) => failures.push(kind))
  const add = (type: string, entry: Entry) => observers.get(type)?.({ getEntries: () => [entry] })
  const call = (path: string, responseStatus: number) =>
    add('resource', { name: new URL(path, location.origin).href, responseStatus })
  // Scrolling and hovering are no interactions.
  add('event', { interactionId: 0 })
  for (const status of [200, 304, 401, 403, 404, 409, 429]) call('/api/clients', status)
  call('/remotes/mf-clients/1.0.0/routes.js', 500)
  call('https://elsewhere.example/api/', 500)
  expect(failures).toEqual([])
  add('event', { interactionId: 7 })
  call('/api/clients', 400)
  call('/api/clients?status=new', 503)
  expect(failures).toEqual(['slow_interaction', 'failed_calls', 'failed_calls'])
})

it('observes nothing when the browser has no such entries', () => {
  Object.assign(PerformanceObserver, { supportedEntryTypes: [] })
  observeFailures(() => undefined)
  expect(observers.size).toBe(0)
})
