import { formatCount } from '@portal/kit/ui/count'

/** How a figure compares with last month. */
export interface Trend {
  text: string
  direction: 'up' | 'down' | 'same' | 'none'
}

/** Returns the change since last month in percent, or a dash if there is nothing to compare with. */
export function trendOf({ value, previous }: { value: number; previous: number | null }): Trend {
  if (previous === null || previous === 0) return { text: '–', direction: 'none' }
  const percent = Math.round(((value - previous) / previous) * 100)
  if (percent === 0) return { text: '0%', direction: 'same' }
  return {
    text: `${percent > 0 ? '+' : '−'}${formatCount(Math.abs(percent))}%`,
    direction: percent > 0 ? 'up' : 'down',
  }
}
