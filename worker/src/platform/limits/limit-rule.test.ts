import { expect, it } from 'vitest'
import { evaluateAttempt } from './limit-rule.ts'

const RULE = { free: 2, leakMs: 1000, baseMs: 100, capMs: 800 }
const NOW = Date.parse('2026-03-01T12:00:00.000Z')
const HOUR = 3_600_000

it('doubles the delay beyond the free attempts up to a maximum, and takes attempts back over time', () => {
  const waits = [1, 2, 3, 4, 5, 9].map((hits) => evaluateAttempt({ hits, last: NOW }, RULE, NOW).wait)
  expect(waits).toEqual([0, 100, 200, 400, 800, 800])
  expect(evaluateAttempt({ hits: 3, last: NOW - 5000 }, RULE, NOW)).toEqual({ wait: 0, counted: 1 })
})

it('does not lengthen the wait when the clock was set back', () => {
  expect(evaluateAttempt({ hits: 1, last: NOW + HOUR }, RULE, NOW)).toEqual({ wait: 0, counted: 2 })
  expect(evaluateAttempt({ hits: 9, last: NOW + HOUR }, RULE, NOW).wait).toBe(RULE.capMs)
})
