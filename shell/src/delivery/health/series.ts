import type { HEALTH_METRICS, RemoteHealth, RemoteState } from '@portal/contract/delivery'
import type { Failure } from '@portal/contract/vitals'
import { countOf } from '@portal/kit/ui/count'
import { FAILURE_NAMES, formatRate, rateOf, totalOf } from './rates.ts'

type Metric = (typeof HEALTH_METRICS)[number]
/** What a chart shows: failures of all kinds or of one kind, or a metric. */
export type Measure = 'failures' | Failure | Metric

interface MeasureText {
  label: string
  /** What one value is, for the table and the axis. */
  unit: string
  format: (value: number) => string
}

const PER_100 = { unit: 'per 100 page loads', format: formatRate }
const milliseconds = (value: number): string =>
  value >= 1000 ? `${(value / 1000).toFixed(1)} s` : `${Math.round(value)} ms`
const P75 = { unit: '75th percentile', format: milliseconds }

export const MEASURES: Readonly<Record<Measure, MeasureText>> = {
  failures: { label: 'All failures', ...PER_100 },
  failed_load: { label: FAILURE_NAMES.failed_load, ...PER_100 },
  hang: { label: FAILURE_NAMES.hang, ...PER_100 },
  render_error: { label: FAILURE_NAMES.render_error, ...PER_100 },
  slow_interaction: { label: FAILURE_NAMES.slow_interaction, ...PER_100 },
  failed_calls: { label: FAILURE_NAMES.failed_calls, ...PER_100 },
  LCP: { label: 'Largest paint', ...P75 },
  INP: { label: 'Interaction latency', ...P75 },
}

/** A value at a time, and how many reports it is based on. */
export interface Point {
  at: number
  value: number
  reports: number
}

/** The values of one version over time. */
export interface Series {
  version: string
  /** Whether people get it now. The others are earlier versions. */
  role: 'live' | 'canary' | 'earlier'
  /** The values of the whole period in words. */
  summary: string
  points: Point[]
}

/** The most versions that a chart shows. */
const MAX_SERIES = 4

const isFailure = (measure: Measure): measure is Failure => measure in FAILURE_NAMES

function pointsOf(health: RemoteHealth, measure: Measure, version: string): Point[] {
  if (measure === 'LCP' || measure === 'INP') {
    return health.metrics
      .filter((point) => point.version === version && point.metric === measure)
      .map(({ day, p75, reports }) => ({ at: Date.parse(day), value: p75, reports }))
  }
  return health.outcomes
    .filter((point) => point.version === version && point.views > 0)
    .map((point) => ({
      at: Date.parse(point.at),
      value: rateOf(point, isFailure(measure) ? measure : undefined) ?? 0,
      reports: point.views,
    }))
}

function summaryOf(health: RemoteHealth, measure: Measure, version: string): string {
  if (measure === 'LCP' || measure === 'INP') {
    const last = pointsOf(health, measure, version).at(-1)
    return last ? `last ${milliseconds(last.value)}` : ''
  }
  const total = totalOf(health.outcomes, version)
  const rate = rateOf(total, isFailure(measure) ? measure : undefined) ?? 0
  return `${formatRate(rate)} per 100 in ${countOf(total.views, 'page load')}`
}

/** Returns what a chart shows: the live version, the canary, and the earlier versions with the most reports. */
export function seriesOf(
  health: RemoteHealth,
  measure: Measure,
  { live, canary }: Pick<RemoteState, 'live' | 'canary'>,
): Series[] {
  const roleOf = (version: string): Series['role'] =>
    version === live ? 'live' : version === canary?.version ? 'canary' : 'earlier'
  const rank = { live: 0, canary: 1, earlier: 2 }
  const versions = new Set([...health.outcomes, ...health.metrics].map(({ version }) => version))
  return [...versions]
    .map((version) => ({
      version,
      role: roleOf(version),
      summary: summaryOf(health, measure, version),
      points: pointsOf(health, measure, version),
    }))
    .filter(({ points }) => points.length > 0)
    .sort((a, b) => rank[a.role] - rank[b.role] || reportsOf(b) - reportsOf(a))
    .slice(0, MAX_SERIES)
}

const reportsOf = ({ points }: Pick<Series, 'points'>): number => points.reduce((sum, p) => sum + p.reports, 0)
