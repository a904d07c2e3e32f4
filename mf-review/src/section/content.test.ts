import type { SectionStatus } from '@portal/contract/statuses'
import { expect, it } from 'vitest'
import { startsExpanded } from './content.ts'

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

it.each(table)('opens a section when its status is %s and it has answers (%s): %s', (status, data, open) => {
  expect(startsExpanded({ status, answers: data ? { a: 'x' } : {}, non_answers: {} })).toBe(open)
})

it('treats empty answers as no answers', () => {
  expect(startsExpanded({ status: 'approved', answers: { a: '', b: [], c: null, d: '  ' }, non_answers: {} })).toBe(
    false,
  )
})

it('treats a reason in place of an answer as content', () => {
  const non_answers = { a: { reason: 'dont_have' as const, note: '' } }
  expect(startsExpanded({ status: 'pending_review', answers: {}, non_answers })).toBe(true)
})
