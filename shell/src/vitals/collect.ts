import type { VitalsReport } from '@portal/contract/vitals'
import { type Metric, onCLS, onFCP, onINP, onLCP, onTTFB } from 'web-vitals'
import { scrub } from './scrub.ts'

/** Collects errors to report. */
export interface Collector {
  error: (error: unknown) => void
}

interface CollectOptions {
  release: string
  /** Share of page loads that report metrics, from 0 to 1. */
  sample: number
  /** The remote that the page was loaded for. */
  ran: VitalsReport['metrics'][number]['ran']
}

/** Maximum number of errors that one page load reports. */
const MAX_ERRORS = 20
const MAX_ERRORS_PER_REPORT = 10
/** Delay before errors are reported, in ms: a failing page may not be left in the normal way. */
const REPORT_ERRORS_AFTER_MS = 2000

/** Collects metrics and errors of the page, and sends them when the page is left. Call it once. */
export function collect({ release, sample, ran }: CollectOptions): Collector {
  let metrics: VitalsReport['metrics'] = []
  let errors: VitalsReport['errors'] = []
  let reported = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const send = (): void => {
    clearTimeout(timer)
    timer = undefined
    if (metrics.length + errors.length === 0) return
    const report: VitalsReport = { release, metrics, errors: errors.slice(0, MAX_ERRORS_PER_REPORT) }
    metrics = []
    errors = errors.slice(MAX_ERRORS_PER_REPORT)
    navigator.sendBeacon('/api/vitals', new Blob([JSON.stringify(report)], { type: 'application/json' }))
    if (errors.length > 0) send()
  }
  const sendLater = (ms: number): void => {
    timer ??= setTimeout(send, ms)
  }
  const note = ({ name, value }: Metric): void => {
    // Only the last value of a metric counts.
    metrics = [...metrics.filter((m) => m.name !== name), { name, value, ran }]
    // Some metrics become final only as the page is left.
    if (document.visibilityState === 'hidden') queueMicrotask(send)
  }
  if (Math.random() < sample) for (const watch of [onLCP, onINP, onCLS, onFCP, onTTFB]) watch(note)
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && send())
  addEventListener('pagehide', send)
  return {
    error(thrown) {
      const error = reported < MAX_ERRORS ? scrub(thrown, location.origin) : undefined
      if (!error) return
      reported++
      errors.push(error)
      sendLater(REPORT_ERRORS_AFTER_MS)
    },
  }
}
