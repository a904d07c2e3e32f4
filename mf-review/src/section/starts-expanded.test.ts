import type { SectionStatus } from '@portal/contract/statuses'
import { expect, test } from 'vitest'
import { startsExpanded } from './starts-expanded.ts'

const table: [status: SectionStatus, data: boolean, open: boolean][] = [
  ['pending', false, false],
  ['pending', true, false],
  ['pending_review', false, false],
  ['pending_review', true, true],
  ['submitted', false, true],
  ['submitted', true, true],
  ['approved', false, false],
  ['approved', true, true],
  ['rejected', false, false],
  ['rejected', true, true],
]

test.each(table)('%s with data: %s starts open: %s', (status, data, open) => {
  expect(startsExpanded({ status, answers: data ? { a: 'x' } : {} })).toBe(open)
})

test('empty answers are no data', () => {
  expect(startsExpanded({ status: 'approved', answers: { a: '', b: [], c: null, d: '  ' } })).toBe(false)
})
