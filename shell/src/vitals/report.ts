import type { VitalsReport } from '@portal/contract/vitals'

/** Delay before a failing page reports, in ms: it may not be left in the normal way. */
const REPORT_WITHIN_MS = 2000
/** Maximum number of errors and outcomes in one report. */
const MAX_ERRORS = 10
const MAX_OUTCOMES = 20

/** What a page has to report. */
interface Report {
  /** Metrics, errors and outcomes that are not sent yet. */
  pending: Omit<VitalsReport, 'release'>
  /** Sends everything that is pending, unless there is no connection. */
  send: () => void
  /** Sends everything within two seconds. */
  sendSoon: () => void
}

/** Creates the report of a page. It is sent as a beacon, which outlives the page. */
export function createReport(release: string): Report {
  const pending: Report['pending'] = { metrics: [], errors: [], outcomes: [] }
  let timer: ReturnType<typeof setTimeout> | undefined
  const send = (): void => {
    clearTimeout(timer)
    timer = undefined
    // Without a connection, a beacon is lost.
    if (!navigator.onLine) return
    while (pending.metrics.length + pending.errors.length + pending.outcomes.length > 0) {
      const report: VitalsReport = {
        release,
        metrics: pending.metrics.splice(0),
        errors: pending.errors.splice(0, MAX_ERRORS),
        outcomes: pending.outcomes.splice(0, MAX_OUTCOMES),
      }
      navigator.sendBeacon('/api/vitals', new Blob([JSON.stringify(report)], { type: 'application/json' }))
    }
  }
  const sendSoon = (): void => {
    timer ??= setTimeout(send, REPORT_WITHIN_MS)
  }
  return { pending, send, sendSoon }
}
