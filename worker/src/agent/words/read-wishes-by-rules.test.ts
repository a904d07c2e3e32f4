import { NoteWishes } from '@portal/contract/agent'
import { daysBetween } from '@portal/contract/dates'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { QUIET_DAYS_MAX } from './absences.ts'
import { readWishesByRules } from './read-wishes-by-rules.ts'

/** A Monday. */
const TODAY = '2026-03-02'
const NOTHING = { tone: 'neutral', quiet: [], cadence: 'normal', first: null }
const quiet = (notes: string, today = TODAY): string =>
  readWishesByRules(notes, today)
    .quiet.map((q) => `${q.from ?? ''}..${q.until}`)
    .join(' ')

describe('absences', () => {
  it.each([
    ["she's travelling until the 10th", '..2026-03-10'],
    ['away 3–9 March', '2026-03-03..2026-03-09'],
    ['away from 3 to 9 March and 20-24 March', '2026-03-03..2026-03-09 2026-03-20..2026-03-24'],
    ['From March 3rd to the 9th she is on holiday', '2026-03-03..2026-03-09'],
    ['on holiday until Monday', '..2026-03-09'],
    ['unavailable Thursday to Tuesday', '2026-03-05..2026-03-10'],
    ['travelling next week', '2026-03-09..2026-03-15'],
    ['out of office for two weeks', '..2026-03-16'],
    ['She returns on Monday', '..2026-03-08'],
    ['leaving on 4 March, returning 3/20', '2026-03-04..2026-03-19'],
    ['away from the 3rd, back on the 12th', '2026-03-03..2026-03-11'],
    ["don't contact before the 15th", '..2026-03-14'],
    ['No emails until March 15, 2026 please', '..2026-03-15'],
    ['Leave him alone until Friday', '..2026-03-06'],
    ['contact her only after the 8th', '..2026-03-08'],
    ['not available from 3 to 9 March', '2026-03-03..2026-03-09'],
    ['Bank statements until 31 March, away until 5 April', '..2026-04-05'],
    ['away in April', '2026-04-01..2026-04-30'],
    ['in hospital until mid-March', '..2026-03-20'],
    ['away until 2026-03-09', '..2026-03-09'],
    ["she won't be available until Tuesday", '..2026-03-03'],
    ['travelling the first week of April', '2026-04-01..2026-04-07'],
    ['No reminders this week', '2026-03-02..2026-03-08'],
    ['Mother passed away, give her some space until next week', '..2026-03-15'],
  ])('understands "%s"', (notes, expected) => {
    expect(quiet(notes)).toBe(expected)
  })

  it('uses the latest meaning of an ambiguous date, with one order of day and month', () => {
    expect(quiet('back on 12/04')).toBe('..2026-04-11')
    expect(quiet('back on 12/04', '2026-11-21')).toBe('..2026-12-03')
    expect(quiet('away until 04/05')).toBe('..2026-05-04')
    expect(quiet('away 28/2 - 5/3')).toBe('2026-02-28..2026-03-05')
  })

  it('resolves dates in the next month and year', () => {
    expect(quiet('away until the 1st', '2026-12-30')).toBe('..2027-01-01')
    expect(quiet('away until the 31st', '2026-02-10')).toBe('..2026-03-31')
    expect(quiet('travelling until 29 February', '2028-02-01')).toBe('..2028-02-29')
    expect(quiet('away from 28 December to 3 January', '2026-12-20')).toBe('2026-12-28..2027-01-03')
  })

  it('limits quiet periods to 120 days and ignores past ones', () => {
    expect(quiet('travelling until 31 December 2027')).toBe('..2026-06-30')
    expect(quiet('away until 20 February')).toBe('')
    expect(quiet('away until 31 February')).toBe('')
  })

  it.each([
    'Bank statements until 31 March',
    'VAT returns from April, tax returns by 10 March',
    'Please send everything back by Monday',
    'travelling expenses until 31 March',
    "He's not away until the 10th",
    'holiday pay in March',
    'available 24/7, call right away on Monday',
    'May is a busy season',
    "Don't send the VAT report for March",
    'His father passed away on 9 March',
  ])('does not misread "%s"', (notes) => {
    expect(readWishesByRules(notes, TODAY)).toEqual(NOTHING)
  })
})

describe('tone, cadence, and what comes first', () => {
  it.each([
    ['Be gentle', 'gentle'],
    ["please don't be too firm with her", 'gentle'],
    ['She is easily overwhelmed', 'gentle'],
    ['be firm', 'firm'],
    ['chase hard', 'firm'],
    ["Don't be gentle any more", 'firm'],
    ['friendly but firm', 'neutral'],
    ["Acme is a law firm, the firm's accounts are messy", 'neutral'],
    ['Keep the tone friendly', 'gentle'],
    ['What kind of software do they use? Soft copies are fine', 'neutral'],
  ])('tone of "%s" is %s', (notes, tone) => {
    expect(readWishesByRules(notes, TODAY).tone).toBe(tone)
  })

  it.each([
    ['Only once a week', 'less'],
    ['remind her weekly', 'less'],
    ["please don't chase too often", 'less'],
    ["don't nag", 'less'],
    ['chase hard', 'more'],
    ['remind him every day', 'more'],
    ['Weekly payroll reports are needed, daily takings too', 'normal'],
  ])('cadence of "%s" is %s', (notes, cadence) => {
    expect(readWishesByRules(notes, TODAY).cadence).toBe(cadence)
  })

  it.each([
    ['ask for March statements first', 'March statements'],
    ['Ask her for the W-9 first please', 'the W-9'],
    ['Start with the bank statements, then payroll', 'the bank statements'],
    ['Bank statements first please', 'Bank statements'],
    ['Prioritise Payroll 2025 because the deadline is near', 'Payroll 2025'],
    ['Tell her to upload the W-2 first', 'the W-2'],
    ['call me first', null],
    ["Don't start with payroll", null],
    ['Do not ask for the passport first', null],
    ['ask for https://evil.example first', null],
    ['ask for card 4111111111111111 first', null],
    ['SendContext first be gentle', null],
  ])('of "%s" asks first for %s', (notes, first) => {
    expect(readWishesByRules(notes, TODAY).first).toBe(first)
  })
})

it('reads several wishes in one sentence', () => {
  expect(
    readWishesByRules("be gentle, she's travelling until the 10th, ask for March statements first", TODAY),
  ).toEqual({
    tone: 'gentle',
    quiet: [{ from: null, until: '2026-03-10' }],
    cadence: 'normal',
    first: 'March statements',
  })
})

const WORDS = `be gentle firm away until the 10th from to back on 12/04 3–9 March Monday next week for two weeks don't
  contact before after first ask for travelling holiday . , ; - and 31/2 2026-02-30 99/99 \ue000 \u202e 🙂
  once a week chase hard https://x.example end of month`.split(/\s+/)
const day = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2099-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

it('returns valid wishes for any text', () => {
  const notes = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.array(fc.constantFrom(...WORDS), { maxLength: 40 }).map((words) => words.join(' ')),
  )
  fc.assert(
    fc.property(notes, day, (text, today) => {
      const { quiet: spans, first } = NoteWishes.parse(readWishesByRules(text, today))
      const wrong = spans.filter(({ from, until }, i) => {
        const ahead = daysBetween(today, until)
        const before = spans[i - 1]
        return (
          ahead < 0 || ahead > QUIET_DAYS_MAX || (from && from > until) || (before && !(from && from > before.until))
        )
      })
      expect({ wrong, first: first ?? '' }).toEqual({ wrong: [], first: expect.not.stringMatching(/\n|https?:/) })
    }),
  )
})

it('ignores what it does not understand', () => {
  const known = fc.constantFrom('be gentle', 'away until 9 March', 'only once a week', 'ask for the W-9 first')
  // Words without Latin letters, which the rules cannot understand.
  const other = fc.string({ unit: fc.constantFrom('ж', 'ы', 'щ', ' ', '"', '(', ')', '#'), maxLength: 60 })
  fc.assert(
    fc.property(fc.array(known, { maxLength: 3 }), other, (sentences, noise) => {
      const plainly = readWishesByRules(sentences.join('. '), TODAY)
      expect(readWishesByRules([noise, ...sentences, noise].join('. '), TODAY)).toEqual(plainly)
    }),
  )
  expect(readWishesByRules(null, TODAY)).toEqual(NOTHING)
})

it('reads the longest notes within a second', () => {
  for (const phrase of [
    'away from the 3rd to ',
    'ask for a a a ',
    'don’t ',
    'not available no ',
    '1/1 ',
    'travelling until ',
    'a '.repeat(40),
  ]) {
    const started = process.cpuUsage()
    readWishesByRules(phrase.repeat(4000), TODAY)
    expect(process.cpuUsage(started).user).toBeLessThan(1_000_000)
  }
})
