import { MONTHS } from '@portal/contract/dates'
import { timeOfDay } from '@portal/kit/ui/time'
import { scaleLinear, scaleTime } from 'd3-scale'
import type { Series } from './series.ts'

const HEIGHT = 224
const MARGIN = { top: 12, right: 12, bottom: 26, left: 48 }
/** Minimum distance between the labels of the time axis, in px. */
const TICK_WIDTH = 90
/** The top of the axis when there are no or only small values. */
const LEAST_TOP = 1

const clock = (at: Date): string => timeOfDay(at.toISOString())

/** Formats a day: 'Nov 23'. */
export const formatDay = (at: Date): string => `${(MONTHS[at.getMonth()] ?? '').slice(0, 3)} ${at.getDate()}`

/** Formats a minute: 'Nov 23, 3:04 PM'. */
export const formatMinute = (at: Date): string => `${formatDay(at)}, ${clock(at)}`

/** Labels the ticks of a time axis: the day at midnight, else the time, in full hours if all are full hours. */
function labelTicks(ticks: readonly Date[]): { at: Date; label: string }[] {
  const hasMinutes = ticks.some((at) => at.getMinutes() > 0)
  const timeOf = (at: Date): string => (hasMinutes ? clock(at) : clock(at).replace(':00', ''))
  return ticks.map((at) => ({ at, label: at.getHours() + at.getMinutes() === 0 ? formatDay(at) : timeOf(at) }))
}

/** Returns the scales of a chart. */
export function scalesOf(series: readonly Series[], { width, from, to }: { width: number; from: number; to: number }) {
  const points = series.flatMap((one) => one.points)
  const times = points.map(({ at }) => at)
  const inner = { left: MARGIN.left, right: width - MARGIN.right, top: MARGIN.top, bottom: HEIGHT - MARGIN.bottom }
  const top = Math.max(LEAST_TOP, ...points.map(({ value }) => value))
  // A day can begin before the period, and in UTC before the reader's.
  const x = scaleTime()
    .domain([Math.min(from, ...times), Math.max(to, ...times)])
    .range([inner.left, inner.right])
  const y = scaleLinear().domain([0, top]).nice(4).range([inner.bottom, inner.top])
  const ticks = x.ticks(Math.max(2, Math.floor((inner.right - inner.left) / TICK_WIDTH)))
  return { x, y, inner, height: HEIGHT, timeTicks: labelTicks(ticks), valueTicks: y.ticks(4) }
}
export type Scales = ReturnType<typeof scalesOf>

/** Returns the time of the data that is nearest to a time. */
export const nearestTime = (series: readonly Series[], time: number): number | undefined =>
  series.flatMap(({ points }) => points.map(({ at }) => at)).sort((a, b) => Math.abs(a - time) - Math.abs(b - time))[0]
