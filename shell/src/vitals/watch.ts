import type { Registry } from '../federation/registry.ts'
import type { Collector, collect as CollectType } from './collect.ts'

/** Errors that wait for the collector; more tell nothing new. */
const MOST_WAITING = 20
/** A page that is never idle reports all the same. */
const IDLE_BY_MS = 5000

const waiting: unknown[] = []
let collector: Collector | undefined

/** Counts an error towards the version whose code it arose in: its kind and place, not its message. */
export function noteError(error: unknown): void {
  if (collector) collector.error(error)
  else if (waiting.length < MOST_WAITING) waiting.push(error)
}

/** The release and the part of page loads that report, as the worker wrote them into the page; undefined where it wrote none. */
function settings(): { release: string; sample: number } | undefined {
  try {
    return JSON.parse(document.getElementById('vitals')?.textContent ?? '') as { release: string; sample: number }
  } catch {
    return undefined
  }
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
 * Has the page report how it did: figures of a sample of page loads, kinds and places of all errors. What does that is loaded
 * when the page has come to rest.
 */
export function watchPage({ remotes }: Pick<Registry, 'remotes'>): void {
  const known = settings()
  if (!known) return
  addEventListener('error', (event) => noteError(event.error))
  addEventListener('unhandledrejection', (event) => noteError(event.reason))
  const { pathname } = location
  const shown = remotes.find(({ routes }) =>
    routes.some((route) => pathname === route || pathname.startsWith(`${route}/`)),
  )
  const start = (): void => {
    // Without it the page only goes unreported.
    void load({ ...known, ran: shown ? { name: shown.name, version: shown.version } : null }).catch(() => undefined)
  }
  if (document.readyState === 'complete') whenIdle(start)
  else addEventListener('load', () => whenIdle(start), { once: true })
}
