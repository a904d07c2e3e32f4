import { expect, it } from 'vitest'
import { fixListText } from './fix-list.ts'

const toFix = (count: number) =>
  Array.from({ length: count }, (_, i) => ({
    field_id: `f${i}`,
    question: `Question ${i + 1}`,
    flag: { reason: 'wrong_period' as const, note: 'We need\nMarch' },
  }))

it('lists each question with what is wrong, on a line of its own', () => {
  expect(fixListText('Bank', toFix(1))).toBe(
    '1 thing to fix in "Bank". Your other answers are kept.\n- Question 1: Wrong period: We need March',
  )
})

it('counts the questions that it does not list', () => {
  const lines = fixListText('Bank', toFix(12)).split('\n')
  expect(lines).toHaveLength(12)
  expect(lines.at(-1)).toBe('- and 2 more')
})
