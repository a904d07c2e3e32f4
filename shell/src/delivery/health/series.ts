import type { HEALTH_METRICS, RemoteHealth, RemoteState } from '@portal/contract/delivery'
import { FAILURE_NAMES } from '@portal/contract/publishing-texts'
import type { Failure } from '@portal/contract/vitals'
import { countOf } from '@portal/kit/ui/count'
import { badnessOf, FAILURES, formatRate, loadsOf, rateOf, totalOf } from './rates.ts'

type Metric = (typeof HEALTH_METRICS)[number]
/** What a chart shows: failures of all kinds or of one kind, or a metric. */
export type Measure = 'failures' | Failure | Metric

export const MEASURE_NAMES: Readonly<Record<Measure, string>> = {
  failures: 'All failures',
  ...FAILURE_NAMES,
  LCP: 'Largest paint',
  INP: 'Interaction latency',
}

/** Returns whether a measure is a metric, which is known per day. */
export const isMetric = (measure: Measure): measure is Metric => measure === 'LCP' || measure === 'INP'
const kindOf = (measure: Measure): Failure | undefined =>
  measure === 'failures' || isMetric(measure) ? undefined : measure

export function formatValue(measure: Measure, value: number): string {
  if (!isMetric(measure)) return formatRate(value)
  return value >= 1000 ? `${(value / 1000).toFixed(1)} s` : `${Math.round(value)} ms`
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
  color: string
  /** Dashes of the line, so that versions differ without color. */
  dash: string | undefined
  points: Point[]
}

/** The most versions that a chart shows. */
const MAX_SERIES = 4
const RANK = { live: 0, canary: 1, earlier: 2 }

type Style = Pick<Series, 'color' | 'dash'>
const LIVE: Style = { color: 'var(--color-primary)', dash: undefined }
const CANARY: Style = { color: 'var(--color-warning)', dash: '6 4' }
const FAILED: Style = { color: 'var(--color-error)', dash: '2 3' }
const OTHERS: readonly Style[] = [
  { color: 'var(--color-neutral)', dash: '8 3 2 3' },
  { color: 'var(--color-accent)', dash: '1 5' },
  { color: 'var(--color-info)', dash: '12 4' },
]

/** Returns the start of a day (UTC) on the reader's calendar. */
const dayStart = (at: string): number => new Date(`${at.slice(0, 10)}T00:00`).getTime()

function pointsOf({ step, outcomes, metrics }: RemoteHealth, measure: Measure): (Point & { version: string })[] {
  if (isMetric(measure)) {
    return metrics
      .filter(({ metric }) => metric === measure)
      .map(({ day, version, p75, reports }) => ({ version, at: dayStart(day), value: p75, reports }))
  }
  return outcomes.flatMap((point) => {
    const value = rateOf(point, kindOf(measure))
    const at = step === 'day' ? dayStart(point.at) : Date.parse(point.at)
    return value === null ? [] : [{ version: point.version, at, value, reports: loadsOf(point) }]
  })
}

function summaryOf(health: RemoteHealth, measure: Measure, { version, points }: Pick<Series, 'version' | 'points'>) {
  const last = points.at(-1)
  if (!last) return 'no reports yet'
  if (isMetric(measure)) return `last ${formatValue(measure, last.value)}`
  const total = totalOf(health, version)
  return `${formatRate(rateOf(total, kindOf(measure)) ?? 0)} per 100 in ${countOf(loadsOf(total), 'page load')}`
}

/** Names how many versions a chart leaves out, and that none of them is worth a look if none failed. */
function describeLeftOut(left: readonly { badness: number }[], measure: Measure): string {
  if (left.length === 0) return ''
  const failed = left.some(({ badness }) => badness > 0) ? 'that failed less' : 'without failures'
  return `and ${countOf(left.length, 'more version')}${isMetric(measure) ? '' : ` ${failed}`}`
}

/**
 * Returns what a chart shows: the live version, the canary, then those that failed most (`badnessOf`); and in words how
 * many it leaves out.
 */
export function seriesOf(
  health: RemoteHealth,
  measure: Measure,
  { live, canary }: Pick<RemoteState, 'live' | 'canary'>,
): { series: Series[]; leftOut: string } {
  const points = pointsOf(health, measure)
  const roleOf = (version: string): Series['role'] =>
    version === live ? 'live' : version === canary?.version ? 'canary' : 'earlier'
  const served = points.length === 0 ? [] : [live, canary?.version].filter((version) => version != null)
  const all = [...new Set([...served, ...points.map(({ version }) => version)])]
    .map((version) => ({
      version,
      role: roleOf(version),
      badness: badnessOf(health, version, kindOf(measure)),
      loads: loadsOf(totalOf(health, version)),
      points: points.filter((point) => point.version === version),
    }))
    .sort((a, b) => RANK[a.role] - RANK[b.role] || b.badness - a.badness || b.loads - a.loads)
  const hasFailed = all.some(({ role, badness }) => role === 'earlier' && badness > 0)
  const styles = { live: [LIVE], canary: [CANARY], earlier: hasFailed ? [FAILED, ...OTHERS] : [...OTHERS] }
  return {
    series: all.slice(0, MAX_SERIES).map((one) => ({
      ...one,
      summary: summaryOf(health, measure, one),
      ...(styles[one.role].shift() ?? LIVE),
    })),
    leftOut: describeLeftOut(all.slice(MAX_SERIES), measure),
  }
}

/** Returns the kind of failure that was worst in any version of the period; all failures when nothing failed. */
export function worstMeasure(health: RemoteHealth): Measure {
  const versions = [...new Set(health.outcomes.map(({ version }) => version))]
  const worst = (kind: Failure): number => Math.max(0, ...versions.map((version) => badnessOf(health, version, kind)))
  const [first] = FAILURES.map((kind) => ({ kind, badness: worst(kind) })).sort((a, b) => b.badness - a.badness)
  return first && first.badness > 0 ? first.kind : 'failures'
}

/** Returns the errors, those of the version that failed most first. */
export const worstErrors = (health: RemoteHealth): RemoteHealth['errors'] =>
  [...health.errors].sort((a, b) => badnessOf(health, b.version) - badnessOf(health, a.version) || b.count - a.count)
