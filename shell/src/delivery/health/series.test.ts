import type { RemoteHealth } from '@portal/contract/delivery'
import { expect, it } from 'vitest'
import { nearestTime, scalesOf } from './scales.ts'
import { seriesOf } from './series.ts'

const NONE = { failed_load: 0, hang: 0, render_error: 0, slow_interaction: 0, failed_calls: 0 }
const outcome = (hour: number, version: string, views: number, failures: Partial<typeof NONE> = {}) => ({
  at: `2026-11-23T${String(hour).padStart(2, '0')}:00:00.000Z`,
  version,
  views,
  failures: { ...NONE, ...failures },
})
const health: RemoteHealth = {
  step: 'hour',
  since: '2026-11-22T12:00:00.000Z',
  outcomes: [
    outcome(9, '1.0.0', 500),
    outcome(9, '0.9.0', 50),
    outcome(9, '0.8.0', 40),
    outcome(9, '0.7.0', 30),
    outcome(10, '2.0.0', 100, { hang: 1, failed_load: 1 }),
    outcome(11, '2.0.0', 100),
    outcome(11, '3.0.0', 10, { render_error: 1 }),
    outcome(11, '4.0.0', 0),
  ],
  metrics: [{ day: '2026-11-23', version: '2.0.0', metric: 'LCP', p75: 1500, reports: 200 }],
  errors: [],
}
const state = { live: '2.0.0', canary: { version: '3.0.0', percent: 5 } }

it('shows the live version, the canary, and the earlier versions with the most reports', () => {
  const series = seriesOf(health, 'failures', state)
  expect(series.map(({ version, role }) => [version, role])).toEqual([
    ['2.0.0', 'live'],
    ['3.0.0', 'canary'],
    ['1.0.0', 'earlier'],
    ['0.9.0', 'earlier'],
  ])
  expect(series[0]?.points.map(({ value, reports }) => [value, reports])).toEqual([
    [2, 100],
    [0, 100],
  ])
  expect(series[0]?.summary).toBe('1 per 100 in 200 page loads')
})

it('counts one kind of failure, or shows a metric', () => {
  expect(seriesOf(health, 'hang', state)[0]?.points.map(({ value }) => value)).toEqual([1, 0])
  const [paint, ...others] = seriesOf(health, 'LCP', state)
  expect([paint?.version, paint?.summary, others]).toEqual(['2.0.0', 'last 1.5 s', []])
})

it('scales values and times to the size of the chart, and finds the nearest time', () => {
  const series = seriesOf(health, 'failures', state)
  const [from, to] = [Date.parse('2026-11-23T08:00:00Z'), Date.parse('2026-11-23T12:00:00Z')]
  const { x, y, inner, valueTicks } = scalesOf(series, { width: 640, from, to })
  expect([x(from), x(to), y(0)]).toEqual([inner.left, inner.right, inner.bottom])
  expect(valueTicks[0]).toBe(0)
  expect(nearestTime(series, Date.parse('2026-11-23T10:20:00Z'))).toBe(Date.parse('2026-11-23T10:00:00Z'))
  expect(nearestTime([], from)).toBeUndefined()
})
