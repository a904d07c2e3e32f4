import { expect, it } from 'vitest'
import { readableTo } from './readable-to.tsx'

it.each([
  ['all unread messages are on the screen', [4, 6], [2, 4, 6], 6, 6],
  ['only the first has been seen', [4, 6], [2, 4, 6], 4, 4],
  ['an unread message elsewhere is in between', [4, 5, 6], [4, 6], 6, 4],
  ['an unread message elsewhere comes first', [3, 4], [4], 4, 0],
  ['nothing is unread', [], [4], 4, 0],
])('marks only what was read when %s', (_, unread, shown, seen, expected) => {
  expect(readableTo(unread, new Set(shown), seen)).toBe(expected)
})
