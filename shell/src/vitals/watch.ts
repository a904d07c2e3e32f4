import type { Registry } from '../federation/registry.ts'
import { pageData } from '../page-data.ts'
import type { Collector, collect as CollectType } from './collect.ts'

/** Maximum number of errors that wait for the collector. */
const MAX_WAITING = 20
/** Longest time to wait for the page to become idle, in ms. */
const IDLE_BY_MS = 5000

const waiting: unknown[] = []
let collector: Collector | undefined

/** Reports an error with the version of the code that has thrown it: its class and place, not its message. */
export function noteError(error: unknown): void {
  if (collector) collector.error(error)
  else if (waiting.length < MAX_WAITING) waiting.push(error)
}

const whenIdle = (then: () => void): void => {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(then, { timeout: IDLE_BY_MS })
  else setTimeout(then, IDLE_BY_MS)
}

async function load(options: Parameters<typeof CollectType>[0]): Promise<void> {
  const { collect } = await import(/* webpackChunkName: "vitals" */ './collect.ts')
  collector = collect(options)
  for (const error of waiting.splice(0)) collector.error(error)
}

/**
 * Reports metrics of a sample of page loads, and the classes and places of all errors. The
 * collector is loaded when the page is idle.
 */
export function watchPage({ remotes }: Pick<Registry, 'remotes'>): void {
  const known = pageData('vitals') as { release: string; sample: number } | undefined
  if (!known) return
  addEventListener('error', (event) => noteError(event.error))
  addEventListener('unhandledrejection', (event) => noteError(event.reason))
  const { pathname } = location
  const shown = remotes.find(({ routes }) =>
    routes.some((route) => pathname === route || pathname.startsWith(`${route}/`)),
  )
  const start = (): void => {
    // Without it, the page is not reported.
    void load({ ...known, ran: shown ? { name: shown.name, version: shown.version } : null }).catch(() => undefined)
  }
  if (document.readyState === 'complete') whenIdle(start)
  else addEventListener('load', () => whenIdle(start), { once: true })
}
