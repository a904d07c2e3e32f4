import { expect, it } from 'vitest'
import { ApiError } from './errors.ts'
import { isTemporary, retryDelay } from './retry.ts'

const error = (status: number, retryAfter?: number) =>
  new ApiError({ code: 'unknown', title: 't', detail: 'd', status, retryAfter })

it.each([
  [0, true],
  [429, true],
  [503, true],
  [404, false],
  [401, false],
])('returns whether a retry may help when the status is %d', (status, temporary) => {
  expect(isTemporary(error(status))).toBe(temporary)
})

it('returns that a retry does not help when the storage is full', () => {
  expect(isTemporary(new ApiError({ code: 'storage_limit', title: 't', detail: 'd', status: 429 }))).toBe(false)
})

it('doubles the delay up to its limit when requests keep failing', () => {
  expect([0, 1, 2, 9].map((failures) => retryDelay(failures))).toEqual([1000, 2000, 4000, 30_000])
  expect([0, 9].map((failures) => retryDelay(failures, error(500), { firstMs: 3000, maxMs: 5000 }))).toEqual([
    3000, 5000,
  ])
})

it('waits as long as the server asks when it sends Retry-After', () => {
  expect(retryDelay(0, error(503, 7))).toBe(7000)
})
