import type { VitalsReport } from '@portal/contract/vitals'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { RemoteLoadError } from '../federation/remote-load-error.ts'
import { collect } from './collect.ts'

const ran = { name: 'mf-clients', version: '1.2.3' }
const view = { ran, kind: 'view' as const }
let reports: VitalsReport[]

beforeEach(() => {
  vi.useFakeTimers()
  reports = []
  vi.stubGlobal('navigator', {
    onLine: true,
    sendBeacon: (_: string, body: Blob) =>
      void body.text().then((text) => reports.push(JSON.parse(text) as VitalsReport)),
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const start = (sample: number) => collect({ release: 'r', sample, ran: null, onFailure: () => undefined })
async function leave(): Promise<void> {
  dispatchEvent(new Event('pagehide'))
  await vi.advanceTimersByTimeAsync(0)
}
const outcomes = () => reports.flatMap((report) => report.outcomes.map(({ kind }) => kind))

it('reports each outcome once, when the page is left', async () => {
  const collector = start(1)
  collector.outcome(view, false)
  collector.outcome(view, false)
  collector.outcome({ ran, kind: 'hang' }, false)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(reports).toEqual([])
  await leave()
  expect(outcomes()).toEqual(['view', 'hang'])
  await leave()
  expect(reports).toHaveLength(1)
})

it('reports a view of a watched remote within two seconds, also when the page is not in the sample', async () => {
  const collector = start(0)
  collector.outcome({ ran: { name: 'mf-review', version: '1.0.0' }, kind: 'view' }, false)
  collector.outcome(view, true)
  await vi.advanceTimersByTimeAsync(1900)
  expect(reports).toEqual([])
  await vi.advanceTimersByTimeAsync(100)
  expect(outcomes()).toEqual(['view'])
  await leave()
  expect(reports).toHaveLength(1)
})

it('reports a failure of a watched remote at once, or as soon as there is a connection', async () => {
  const collector = start(0)
  collector.outcome(view, true)
  const error = new TypeError('Ann Meier is not a function')
  error.stack = `TypeError: x\n    at ${location.origin}/remotes/mf-clients/1.2.3/routes.js:1:2`
  collector.renderError(error)
  await vi.advanceTimersByTimeAsync(0)
  expect(outcomes()).toEqual(['view', 'render_error'])
  expect(reports[0]?.errors).toHaveLength(1)
  Object.assign(navigator, { onLine: false })
  collector.outcome({ ran, kind: 'hang' }, true)
  await leave()
  expect(reports).toHaveLength(1)
  Object.assign(navigator, { onLine: true })
  dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(0)
  expect(outcomes()).toEqual(['view', 'render_error', 'hang'])
})

it('counts the error of a failed load for the remote, but no second outcome', async () => {
  const collector = start(1)
  collector.outcome({ ran, kind: 'failed_load' }, false)
  const error = new RemoteLoadError(ran, 'routes', new Error('404'))
  error.stack = `RemoteLoadError: x\n    at ${location.origin}/assets/main.js:1:2`
  collector.renderError(error)
  await vi.advanceTimersByTimeAsync(2000)
  await leave()
  expect(outcomes()).toEqual(['failed_load'])
  expect(reports[0]?.errors).toMatchObject([{ kind: 'RemoteLoadError', ran }])
})
