import type { Registry } from '../federation/registry.ts'
import { pageData } from '../page-data.ts'
import { prepareCollector, withCollector } from './collector.ts'
import { noteOutcomeOfShown } from './outcomes.ts'

/** Longest time to wait for the page to become idle, in ms. */
const IDLE_BY_MS = 5000

/** Reports an error with the version of the code that has thrown it: its class and place, not its message. */
export function noteError(error: unknown): void {
  withCollector((collector) => collector.error(error))
}

/** Reports an error that replaced a part of the screen with an error message. */
export function noteRenderError(error: unknown): void {
  withCollector((collector) => collector.renderError(error))
}

const whenIdle = (then: () => void): void => {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(then, { timeout: IDLE_BY_MS })
  else setTimeout(then, IDLE_BY_MS)
}

/**
 * Reports metrics and outcomes of a sample of page loads, the classes and places of all errors, and all outcomes of
 * remotes that have a canary. The collector is loaded when the page is idle, or when a canary fails.
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
  const ran = shown ? { name: shown.name, version: shown.version } : null
  const start = prepareCollector({ ...known, ran, onFailure: noteOutcomeOfShown })
  if (document.readyState === 'complete') whenIdle(start)
  else addEventListener('load', () => whenIdle(start), { once: true })
}
