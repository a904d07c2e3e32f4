import { expect, it } from 'vitest'
import { waitingText } from './waiting-text.ts'

const TODAY = '2026-11-30'

it.each([
  [0, null, 0, 'Nothing is waiting for you right now.'],
  [0, null, 1, 'You have 1 unread message.'],
  [1, null, 0, '1 section is waiting for you.'],
  [1, '2026-12-05', 0, '1 section is waiting for you. It is due on December 5, 2026.'],
  [2, '2026-11-30', 0, '2 sections are waiting for you. The first is due on November 30, 2026.'],
  [
    2,
    '2026-11-29',
    3,
    '2 sections are waiting for you. The first was due on November 29, 2026. You have 3 unread messages.',
  ],
  [1200, '2027-01-05', 0, '1,200 sections are waiting for you. The first is due on January 5, 2027.'],
])('says what waits: %s sections due %s, %s messages', (sections, first_due, messages, text) => {
  expect(waitingText({ sections, first_due, messages }, TODAY)).toBe(text)
})
