import { type Failure, SLOW_INTERACTION_MS } from '@portal/contract/vitals'

/** Observes performance entries, also earlier ones, if the browser has entries of this type. */
function observe(options: PerformanceObserverInit, use: (entry: PerformanceEntry) => void): void {
  if (!PerformanceObserver.supportedEntryTypes.includes(options.type ?? '')) return
  new PerformanceObserver((list) => list.getEntries().forEach(use)).observe({ ...options, buffered: true })
}

/** Returns whether a response means that the page or the portal is at fault. Other refusals are part of normal use. */
const isFailure = (status: number): boolean => status === 400 || status >= 500

/** Calls back for each slow interaction and failed call of the API. */
export function observeFailures(onFailure: (kind: Failure) => void): void {
  observe({ type: 'event', durationThreshold: SLOW_INTERACTION_MS }, (entry) => {
    if ((entry as PerformanceEventTiming).interactionId) onFailure('slow_interaction')
  })
  observe({ type: 'resource' }, (entry) => {
    const { name, responseStatus } = entry as PerformanceResourceTiming
    if (name.startsWith(`${location.origin}/api/`) && isFailure(responseStatus)) onFailure('failed_calls')
  })
}
