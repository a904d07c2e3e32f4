import { scaleLinear, scaleTime } from 'd3-scale'
import type { Series } from './series.ts'

const HEIGHT = 224
const MARGIN = { top: 12, right: 12, bottom: 26, left: 48 }
/** Minimum distance between the labels of the time axis, in px. */
const TICK_WIDTH = 90
/** The top of the axis when there are no or only small values. */
const LEAST_TOP = 1

/** Returns the scales of a chart. */
export function scalesOf(series: readonly Series[], { width, from, to }: { width: number; from: number; to: number }) {
  const inner = { left: MARGIN.left, right: width - MARGIN.right, top: MARGIN.top, bottom: HEIGHT - MARGIN.bottom }
  const top = Math.max(LEAST_TOP, ...series.flatMap(({ points }) => points.map(({ value }) => value)))
  const x = scaleTime().domain([from, to]).range([inner.left, inner.right])
  const y = scaleLinear().domain([0, top]).nice(4).range([inner.bottom, inner.top])
  const timeTicks = Math.max(2, Math.floor((inner.right - inner.left) / TICK_WIDTH))
  return { x, y, inner, height: HEIGHT, timeTicks: x.ticks(timeTicks), valueTicks: y.ticks(4) }
}
export type Scales = ReturnType<typeof scalesOf>

/** Returns the time of the data that is nearest to a time. */
export function nearestTime(series: readonly Series[], time: number): number | undefined {
  let nearest: number | undefined
  for (const { at } of series.flatMap(({ points }) => points))
    if (nearest === undefined || Math.abs(at - time) < Math.abs(nearest - time)) nearest = at
  return nearest
}
