import { expect, it } from 'vitest'
import { describeTimePerSide } from './time-per-side.tsx'

it.each([
  [3, 1, '3 days with the client, 1 day with you'],
  [1, 0, '1 day with the client'],
  [0, 2, '2 days with you'],
  [0, 0, 'less than a day in total'],
])('describes %i and %i days', (client, bookkeeper, text) => {
  expect(describeTimePerSide({ client, bookkeeper })).toBe(text)
})
