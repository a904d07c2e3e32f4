import { expect, test } from 'vitest'
import { progressOf } from './progress.tsx'

test('counts submitted and approved sections as done, rounded', () => {
  const of = (...statuses: Parameters<typeof progressOf>[0][number]['status'][]) =>
    progressOf(statuses.map((status) => ({ status })))
  expect(of('pending', 'rejected', 'approved')).toEqual({ done: 1, total: 3, percent: 33 })
  expect(of('pending_review', 'approved', 'pending')).toEqual({ done: 2, total: 3, percent: 67 })
  expect(of('submitted', 'approved')).toEqual({ done: 2, total: 2, percent: 100 })
  expect(of()).toEqual({ done: 0, total: 0, percent: 0 })
})
