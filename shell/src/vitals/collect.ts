import type { VitalsReport } from '@portal/contract/vitals'
import { type Metric, onCLS, onFCP, onINP, onLCP, onTTFB } from 'web-vitals'
import { RemoteLoadError } from '../federation/remote-load-error.ts'
import { observeFailures } from './observe-failures.ts'
import { createReport } from './report.ts'
import { scrub } from './scrub.ts'

type Outcome = VitalsReport['outcomes'][number]

/** Collects errors and outcomes to report. */
export interface Collector {
  error: (error: unknown) => void
  /** Reports an error, and the failure of the remote that has thrown it. */
  renderError: (error: unknown) => void
  /** Reports an outcome of this page load, once: that of a watched remote within two seconds, a failure at once. */
  outcome: (outcome: Outcome, isWatched: boolean) => void
}

interface CollectOptions {
  release: string
  /** Share of page loads that report metrics, from 0 to 1. */
  sample: number
  /** The remote that the page was loaded for. */
  ran: VitalsReport['metrics'][number]['ran']
  /** Receives failures that only the collector can observe. */
  onFailure: Parameters<typeof observeFailures>[0]
}

/** Maximum number of errors that one page load reports. */
const MAX_ERRORS = 20
/** Collects metrics, errors and outcomes of the page, and sends them when the page is left. Call it once. */
export function collect({ release, sample, ran, onFailure }: CollectOptions): Collector {
  const { pending, send, sendSoon } = createReport(release)
  let reported = 0
  const noted = new Set<string>()
  const watched = new Set<string>()
  const note = ({ name, value }: Metric): void => {
    // Only the last value of a metric counts.
    pending.metrics = [...pending.metrics.filter((m) => m.name !== name), { name, value, ran }]
    // Some metrics become final only as the page is left.
    if (document.visibilityState === 'hidden') queueMicrotask(send)
  }
  const isSampled = Math.random() < sample
  const outcome = (added: Outcome, isWatched: boolean): void => {
    if (isWatched) watched.add(added.ran.name)
    const isUrgent = watched.has(added.ran.name)
    const key = `${added.ran.name} ${added.ran.version} ${added.kind}`
    if (noted.has(key) || !(isSampled || isUrgent)) return
    noted.add(key)
    pending.outcomes.push(added)
    if (isUrgent && added.kind === 'view') sendSoon()
    else if (isUrgent) send()
  }
  const error = (thrown: unknown): VitalsReport['errors'][number] | undefined => {
    const scrubbed = scrub(thrown, location.origin)
    if (!scrubbed || reported >= MAX_ERRORS) return scrubbed
    reported++
    pending.errors.push(scrubbed)
    sendSoon()
    return scrubbed
  }
  if (isSampled) for (const watch of [onLCP, onINP, onCLS, onFCP, onTTFB]) watch(note)
  observeFailures(onFailure)
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && send())
  addEventListener('pagehide', send)
  addEventListener('online', send)
  return {
    error,
    renderError(thrown) {
      const from = error(thrown)?.ran
      // The loader has reported the outcome of a load that failed.
      if (from && !(thrown instanceof RemoteLoadError)) outcome({ ran: from, kind: 'render_error' }, false)
    },
    outcome,
  }
}
