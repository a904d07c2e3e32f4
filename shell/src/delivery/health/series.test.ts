import type { RemoteHealth } from '@portal/contract/delivery'
import { expect, it } from 'vitest'
import { nearestTime, scalesOf } from './scales.ts'
import { seriesOf, worstErrors, worstMeasure } from './series.ts'

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

it('shows the live version, the canary, and the versions that failed most, and says how many it leaves out', () => {
  const { series, leftOut } = seriesOf(health, 'failures', state)
  expect(series.map(({ version, role, color }) => [version, role, color])).toEqual([
    ['2.0.0', 'live', 'var(--color-primary)'],
    ['3.0.0', 'canary', 'var(--color-warning)'],
    ['1.0.0', 'earlier', 'var(--color-neutral)'],
    ['0.9.0', 'earlier', 'var(--color-accent)'],
  ])
  expect(leftOut).toBe('and 2 more versions without failures')
  expect(series[0]?.points.map(({ value, reports }) => [value, reports])).toEqual([
    [2, 100],
    [0, 100],
  ])
  expect(series[0]?.summary).toBe('1 per 100 in 200 page loads')
})

it('shows a version that failed for minutes before healthy ones, and no single failure before many', () => {
  const outcomes = [
    ...health.outcomes,
    outcome(11, '0.7.1', 1, { hang: 1 }),
    outcome(11, '0.7.2', 100, { hang: 50 }),
    // A part of a page that does not load has no views.
    outcome(11, '0.7.3', 0, { failed_load: 12 }),
  ]
  const { series, leftOut } = seriesOf({ ...health, outcomes }, 'failures', { live: '2.0.0', canary: null })
  expect(series.map(({ version, color }) => [version, color])).toEqual([
    ['2.0.0', 'var(--color-primary)'],
    ['0.7.3', 'var(--color-error)'],
    ['0.7.2', 'var(--color-neutral)'],
    ['3.0.0', 'var(--color-accent)'],
  ])
  expect(series[1]?.summary).toBe('100 per 100 in 12 page loads')
  expect(leftOut).toBe('and 5 more versions that failed less')
})

it('preselects the kind of failure that was worst in any version, and lists its errors first', () => {
  expect(worstMeasure({ ...health, outcomes: [outcome(9, '1.0.0', 500)] })).toBe('failures')
  const slow = outcome(9, '1.0.0', 500, { slow_interaction: 40 })
  const broken = outcome(9, '1.1.0', 6, { render_error: 6 })
  const errors = [
    { version: '1.0.0', kind: 'Error', frames: [], count: 900, last_day: '2026-11-23' },
    { version: '1.1.0', kind: 'TypeError', frames: [], count: 6, last_day: '2026-11-23' },
  ]
  const bad = { ...health, outcomes: [slow, broken], errors }
  expect(worstMeasure(bad)).toBe('render_error')
  expect(worstErrors(bad).map(({ version }) => version)).toEqual(['1.1.0', '1.0.0'])
})

it('counts one kind of failure, or shows a metric', () => {
  const [hangs] = seriesOf(health, 'hang', state).series
  expect(hangs?.points.map(({ value }) => value)).toEqual([1, 0])
  const { series, leftOut } = seriesOf(health, 'LCP', state)
  expect(series.map(({ version, summary }) => [version, summary])).toEqual([
    ['2.0.0', 'last 1.5 s'],
    ['3.0.0', 'no reports yet'],
  ])
  expect(leftOut).toBe('')
  expect(seriesOf({ ...health, metrics: [] }, 'LCP', state).series).toEqual([])
})

it('shows days on the calendar, and labels minutes, hours and days', () => {
  const daily = seriesOf({ ...health, step: 'day' }, 'failures', state).series
  expect(daily[0]?.points[0]?.at).toBe(new Date('2026-11-23T00:00').getTime())
  const labels = (from: string, to: string) =>
    scalesOf([], { width: 400, from: new Date(from).getTime(), to: new Date(to).getTime() }).timeTicks.map(
      ({ label }) => label,
    )
  expect(labels('2026-11-23T14:04', '2026-11-23T15:04')).toEqual(['2:15 PM', '2:30 PM', '2:45 PM', '3:00 PM'])
  expect(labels('2026-11-22T15:04', '2026-11-23T15:04')).toEqual(['6 PM', 'Nov 23', '6 AM', '12 PM'])
  expect(labels('2026-11-16T15:04', '2026-11-23T15:04')).toEqual(['Nov 17', 'Nov 19', 'Nov 21', 'Nov 23'])
})

it('scales values and times to the size of the chart, and finds the nearest time', () => {
  const { series } = seriesOf(health, 'failures', state)
  const [from, to] = [Date.parse('2026-11-23T08:00:00Z'), Date.parse('2026-11-23T12:00:00Z')]
  const { x, y, inner, valueTicks } = scalesOf(series, { width: 640, from, to })
  expect([x(from), x(to), y(0)]).toEqual([inner.left, inner.right, inner.bottom])
  expect(valueTicks[0]).toBe(0)
  expect(nearestTime(series, Date.parse('2026-11-23T10:20:00Z'))).toBe(Date.parse('2026-11-23T10:00:00Z'))
  expect(nearestTime([], from)).toBeUndefined()
})
