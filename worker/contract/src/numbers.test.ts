import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  decimalMark,
  isNumber,
  localeNumber,
  numberProblem,
  parseNumber,
  readableNumber,
  toStoredNumber,
} from './numbers.ts'

const read = (text: string, locale = 'en-US', decimals?: number) =>
  parseNumber(text, { decimal: decimalMark(locale), decimals })

describe('parseNumber', () => {
  it.each([
    ['12,5', '12.5'],
    ['12.50', '12.50'],
    ['0,125', '0.125'],
    ['1234.567', '1234.567'],
    ['1.234,56', '1234.56'],
    ['1,234.56', '1234.56'],
    ["1'234.50", '1234.50'],
    ['1\u202f234,50', '1234.50'],
    ['1 234', '1234'],
    ['1.234.567', '1234567'],
    ['1,00,000', '100000'],
    ['1.2340', '1.2340'],
    ['-1,5', '-1.5'],
    ['\u2212 5', '-5'],
    ['+5', '5'],
    ['$1,200.00', '1200.00'],
    ['12,50 €', '12.50'],
    ['.5', '0.5'],
    ['12.', '12'],
  ])('parses %s the same in every locale', (text, value) => {
    for (const locale of ['en-US', 'de-DE', 'sv-SE', 'fr-FR']) expect(read(text, locale), locale).toBe(value)
  })

  it('reads a single mark before three digits as grouping when it is the locale’s grouping mark', () => {
    expect(read('45,000', 'en-US')).toBe('45000')
    expect(read('45.000', 'de-DE')).toBe('45000')
  })

  it('returns undefined for an ambiguous number unless the field allows few decimals', () => {
    expect(read('1.234', 'en-US')).toBeUndefined()
    expect(read('-1,234', 'de-DE')).toBeUndefined()
    expect(read('1.234', 'en-US', 2)).toBe('1234')
    expect(read('1.234', 'en-US', 3)).toBe('1.234')
    expect(read('1.23', 'en-US', 0)).toBe('1.23')
  })

  it.each(['', 'ten', '1e5', '0x10', '1,2,3', '1.234,567,890', '12 50', '1 2 3', '1,234.56,7', '.', '$', 'Infinity'])(
    'refuses "%s"',
    (text) => expect(read(text)).toBeUndefined(),
  )

  it('parses every number that it formats with two decimals', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, min: -1e9, max: 1e9 }), fc.constantFrom('en-US', 'de-DE'), (n, locale) => {
        const value = n.toFixed(2)
        expect(read(localeNumber(value, locale), locale)).toBe(value)
      }),
    )
  })
})

describe('readableNumber', () => {
  it.each([
    ['125000.50', '125,000.50', '125.000,50', '125\u202f000,50'],
    ['-1234567', '-1,234,567', '-1.234.567', '-1\u202f234\u202f567'],
    ['12345678901234567890.10', '12,345,678,901,234,567,890.10', undefined, undefined],
    // May be a year.
    ['2026', '2026', '2026', '2026'],
    ['9999.5', '9999.5', '9999,5', '9999,5'],
    // A code.
    ['001234', '001234', '001234', '001234'],
    ['12345 and more', '12345 and more', undefined, undefined],
  ])('shows %s with the marks of the locale', (value, ...texts) => {
    for (const [i, locale] of ['en-US', 'de-DE', 'fr-FR'].entries())
      if (texts[i] !== undefined) expect(readableNumber(value, locale), locale).toBe(texts[i])
  })

  it('returns numbers that parse as the same number', () => {
    fc.assert(
      fc.property(
        fc.double({ noNaN: true, min: -1e9, max: 1e9 }),
        fc.constantFrom('en-US', 'de-DE', 'sv-SE'),
        (n, l) => {
          const value = n.toFixed(2)
          expect(read(readableNumber(value, l), l)).toBe(value)
        },
      ),
    )
  })
})

/** Numbers as people type and paste them, with what they mean in every locale. */
const TYPED: [typed: string, stored: string | undefined][] = [
  // Negative numbers of accountants, spreadsheets and word processors.
  ['(1,234.56)', '-1234.56'],
  ['(1.234,56)', '-1234.56'],
  ['( 500 )', '-500'],
  ['1234-', '-1234'],
  ['1.234,50 -', '-1234.50'],
  ['\u20131234.5', '-1234.5'],
  ['(€ 1,234.56)', '-1234.56'],
  ['€ (12.50)', '-12.50'],
  ['-$5', '-5'],
  ['$-5', '-5'],
  ['$5-', '-5'],
  ['-5 €', '-5'],
  // Currencies by sign, code and abbreviation.
  ['EUR 12,50', '12.50'],
  ['12.50EUR', '12.50'],
  ['eur 12,50', '12.50'],
  ['CHF 1’234.50', '1234.50'],
  ["Fr. 1'234.50", '1234.50'],
  ['-CHF 5', '-5'],
  ['12,50 kr.', '12.50'],
  ['1 234,50 Kč', '1234.50'],
  ['R$ 1.234,56', '1234.56'],
  ['US$1,234.56', '1234.56'],
  ['USD $20', '20'],
  ['R 1 234,56', '1234.56'],
  ['Rs. 1,00,000', '100000'],
  ['£1,234.00', '1234.00'],
  ['12,-', '12'],
  ['12.\u2013', '12'],
  ['12,-- €', '12'],
  // Groups separated by all kinds of spaces.
  ['1\u00a0234\u00a0567', '1234567'],
  ['1\u2009234,5', '1234.5'],
  ['1\u202f234.5', '1234.5'],
  ['12\u00a0345,67\u00a0€', '12345.67'],
  ['１２３．５', '123.5'],
  // Neither one number nor the other.
  ['(-5)', undefined],
  ['-5-', undefined],
  ['--5', undefined],
  ['+(5)', undefined],
  ['(5', undefined],
  ['5-10', undefined],
  ['12$50', undefined],
  ['12. -', undefined],
  ['ABC 12', undefined],
  ['12 kg', undefined],
  ['12%', undefined],
  ['5²', undefined],
  ['1½', undefined],
  ['EUR', undefined],
  ['()', undefined],
  ['-', undefined],
  ['1,234.56 CR', undefined],
  ['12 EUR 50', undefined],
  ['4.47912E+11', undefined],
  // Thousands, millions, and words that are also codes.
  ['5k$', undefined],
  ['5 M$', undefined],
  ['1.2bn$', undefined],
  ['5 lak', undefined],
  ['5 all', undefined],
  ['12 kgs', undefined],
  // Not one number: feet, two cells, a column.
  ["5'", undefined],
  ['12\t345', undefined],
  ['12   345', undefined],
  // The mark before a dash is no decimal mark if there is one already.
  ['12345.678,-', undefined],
  ['12.50,-', undefined],
  ['1 234,-', '1234'],
  ['1.234.567,-', '1234567'],
]
it.each(TYPED)('reads %j as %j', (typed, stored) => {
  for (const locale of ['en-US', 'de-DE', 'de-CH', 'fr-FR', 'en-ZA']) expect(read(typed, locale), locale).toBe(stored)
  if (stored === undefined)
    expect(numberProblem({}, toStoredNumber(typed, { decimal: '.' }))).toBe('Please enter a number.')
})

it.each(['1.234,-', '1,234.-'])('reads %j as 1234 with any number of decimals', (typed) => {
  for (const locale of ['en-US', 'de-DE']) expect(read(typed, locale, 3)).toBe('1234')
})

it('asks about a number that can be read in two ways, with a currency or in parentheses, too', () => {
  for (const typed of ['EUR 1.234', '(1.234)', '1.234-', '-1.234 €']) {
    const minus = /[-(]/.test(typed) ? '-' : ''
    const advice = `Please enter ${minus}1234, or ${minus}1.2340 if you mean decimals.`
    expect(read(typed, 'en-US')).toBeUndefined()
    expect(numberProblem({}, typed)).toBe(`${minus}1.234 can be read in two ways. ${advice}`)
    expect(read(typed, 'de-DE')).toBe(`${minus}1234`)
  }
})

it('refuses a long text at once', () => {
  const started = performance.now()
  for (const part of ['€', '(', '- ', "' ", 'EUR ', '1 ', ',-'])
    expect(read(`1${part.repeat(20_000)}x`)).toBeUndefined()
  expect(performance.now() - started).toBeLessThan(500)
})

it('keeps an unreadable number as it was typed, and does not treat it as a number', () => {
  const kept = toStoredNumber('1.234', { decimal: '.' })
  expect(isNumber(kept)).toBe(false)
  expect(localeNumber(kept)).toBe('1.234')
  expect(numberProblem({}, kept)).toBe(
    '1.234 can be read in two ways. Please enter 1234, or 1.2340 if you mean decimals.',
  )
  expect(toStoredNumber('  ', { decimal: '.' })).toBe('')
})

it('explains what is wrong with a number', () => {
  expect(numberProblem({ decimals: 0 }, '1.5')).toBe('Please enter a whole number.')
  expect(numberProblem({ decimals: 0 }, '1.00')).toBeUndefined()
  expect(numberProblem({ decimals: 1 }, '1.25')).toBe('Please enter at most 1 decimal place.')
  expect(numberProblem({ decimals: 2 }, '1.255')).toBe('Please enter at most 2 decimal places.')
  expect(numberProblem({ min: 0.5 }, '0')).toBe('Please enter 0.5 or more.')
  for (const text of ['ten', '12,5', '1e5', '0x10', '+1', ''])
    expect(numberProblem({}, text)).toBe('Please enter a number.')
})

it('counts decimal places at once when a long run of zeros is followed by another digit', () => {
  const started = performance.now()
  expect(numberProblem({ decimals: 2 }, `1.${'0'.repeat(200_000)}1`)).toBe('Please enter at most 2 decimal places.')
  expect(performance.now() - started).toBeLessThan(1000)
})
