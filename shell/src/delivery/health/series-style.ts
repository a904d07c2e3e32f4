import type { Series } from './series.ts'

interface SeriesStyle {
  color: string
  /** Dashes of the line, so that versions differ without color. */
  dash: string | undefined
}

const STYLES: Readonly<Record<Series['role'], SeriesStyle>> = {
  live: { color: 'var(--color-primary)', dash: undefined },
  canary: { color: 'var(--color-warning)', dash: '6 4' },
  earlier: { color: 'var(--color-neutral)', dash: '2 3' },
}
const SECOND_EARLIER: SeriesStyle = { color: 'var(--color-accent)', dash: '8 3 2 3' }
const THIRD_EARLIER: SeriesStyle = { color: 'var(--color-error)', dash: '1 5' }

/** Returns color and dashes of each line. */
export function stylesOf(series: readonly Series[]): SeriesStyle[] {
  const earlier = [STYLES.earlier, SECOND_EARLIER, THIRD_EARLIER, STYLES.earlier]
  return series.map(({ role }) => (role === 'earlier' ? earlier.shift() : undefined) ?? STYLES[role])
}
