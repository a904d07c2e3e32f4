import { expect, it } from 'vitest'
import { answerText } from './answer-text.tsx'

it('groups the digits of a number, and of nothing else', () => {
  expect(answerText({ type: 'number' }, '125000.50')).toBe('125,000.50')
  expect(answerText({ type: 'number' }, '2026')).toBe('2026')
  expect(answerText({ type: 'short-text' }, '125000.50')).toBe('125000.50')
})
