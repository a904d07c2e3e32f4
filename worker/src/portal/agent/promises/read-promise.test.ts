import { expect, it } from 'vitest'
import { promisedDay } from './read-promise.ts'

// A Monday.
const AT = { today: '2026-11-23', due: null, monthFirst: true }

it.each([
  ["I'll send it Friday", '2026-11-28'],
  ['I will send the bank statements by Friday.', '2026-11-28'],
  ['Sorry! Will upload tomorrow morning', '2026-11-25'],
  ['back on the 3rd', '2026-12-03'],
  ["I'm travelling and back in the office on Dec 3", '2026-12-03'],
  ["I'm away until December 4th", '2026-12-05'],
  ['please wait until Wednesday', '2026-11-25'],
  ['please wait until after the holidays', '2027-01-02'],
  ["I'll get to it after Thanksgiving", '2026-11-27'],
  ["I'll do it next week", '2026-12-07'],
  ['My accountant needs until the end of the month', '2026-12-01'],
  ['You will have it by the end of this week', '2026-11-28'],
  ['I can send it in two weeks', '2026-12-08'],
  ["I'll do it over the weekend", '2026-11-30'],
  ['The W-9 comes tomorrow, the bank statements by Dec 10', '2026-12-11'],
])('reads "%s"', (message, day) => {
  expect(promisedDay(message, AT)).toBe(day)
})

it.each([
  'Thanks, got it!',
  'Where do I find the W-9?',
  'I sent it last Friday',
  'The invoice is from 3/5/2025',
  'Which 2 pages do you need?',
  'That was 3 weeks ago',
  '',
])('offers nothing for "%s"', (message) => {
  expect(promisedDay(message, AT)).toBeNull()
})

it('offers nothing when a date can be read in two ways', () => {
  expect(promisedDay("I'll send it by 3/4", { ...AT, monthFirst: false, today: '2026-02-20' })).toBeNull()
})
