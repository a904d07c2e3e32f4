import { expect, it } from 'vitest'
import { trendOf } from './trend.ts'

it.each([
  [12, 10, '+20%', 'up'],
  [5, 10, '−50%', 'down'],
  [10, 10, '0%', 'same'],
])('shows the change when a figure was %d and last month %d', (value, previous, text, direction) => {
  expect(trendOf({ value, previous })).toEqual({ text, direction })
})

it.each([0, null])('shows a dash when the previous figure is %s', (previous) => {
  expect(trendOf({ value: 3, previous })).toEqual({ text: '–', direction: 'none' })
})
