import type { VitalsReport } from '@portal/contract/vitals'
import { type Metric, onCLS, onFCP, onINP, onLCP, onTTFB } from 'web-vitals'
import { scrub } from './scrub.ts'

/** Takes errors to be reported. */
export interface Collector {
  error: (error: unknown) => void
}

interface CollectOptions {
  release: string
  /** The part of page loads whose figures are reported, from 0 to 1. */
  sample: number
  /** The remote that the page was loaded for. */
  ran: VitalsReport['metrics'][number]['ran']
}

/** Reported of one page load; a page that fails all the time has told enough. */
const ERRORS_MOST = 20
const AT_ONCE = 10
/** Errors are reported soon: a page that fails may not live to be left. */
const ERRORS_AFTER_MS = 2000

/** Collects how the page does, and sends it when the page is left. To be called once. */
export function collect({ release, sample, ran }: CollectOptions): Collector {
  let metrics: VitalsReport['metrics'] = []
  let errors: VitalsReport['errors'] = []
  let told = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const send = (): void => {
    clearTimeout(timer)
    timer = undefined
    if (metrics.length + errors.length === 0) return
    const report: VitalsReport = { release, metrics, errors: errors.slice(0, AT_ONCE) }
    metrics = []
    errors = errors.slice(AT_ONCE)
    navigator.sendBeacon('/api/vitals', new Blob([JSON.stringify(report)], { type: 'application/json' }))
    if (errors.length > 0) send()
  }
  const sendLater = (ms: number): void => {
    timer ??= setTimeout(send, ms)
  }
  const note = ({ name, value }: Metric): void => {
    // Only the last figure of a name counts.
    metrics = [...metrics.filter((m) => m.name !== name), { name, value, ran }]
    // Figures that are complete only now, as the page is left, go out with the others.
    if (document.visibilityState === 'hidden') queueMicrotask(send)
  }
  if (Math.random() < sample) for (const watch of [onLCP, onINP, onCLS, onFCP, onTTFB]) watch(note)
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && send())
  addEventListener('pagehide', send)
  return {
    error(thrown) {
      const error = told < ERRORS_MOST ? scrub(thrown, location.origin) : undefined
      if (!error) return
      told++
      errors.push(error)
      sendLater(ERRORS_AFTER_MS)
    },
  }
}
