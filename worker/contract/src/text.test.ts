import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalEmail } from './canonical-email.ts'
import { cleanAnswers } from './clean-answers.ts'
import { isAnswered } from './fields.ts'
import { characters, cleanLine, cleanPhone, cleanText, cutText, isBlank } from './text.ts'

/** Names as people write them. All stay as they are. */
const NAMES = [
  'Ada Byron',
  'J.de Vries',
  'Bench.co Accounting',
  'Dr. Ann-Marie O’Neil Jr.',
  "O'Brien & Sons",
  'D`Angelo',
  'Mary-Jane Watson-Parker',
  'José María Aznar López',
  'François Hollande',
  'Björk Guðmundsdóttir',
  'Þórður Æ.',
  'Łukasz Żółć',
  'Dvořák',
  'İbrahim Çağlar',
  'Nguyễn Thị Minh Khai',
  'Straße GmbH',
  'Ĳsbrand',
  'Siobhán Ní Bhriain',
  'Иван Петрович',
  'Ёлка ООО',
  'Ґалаґан',
  'Αλέξανδρος Παπαδόπουλος',
  'მარიამ',
  'Արամ',
  'שָׁלוֹם כֹּהֵן',
  'محمد عبد الله',
  'علی‌رضا',
  'नरेन्द्र मोदी',
  'ক্‍ষমা',
  'ප්‍රියංකා',
  'தமிழ்ச்செல்வி',
  'สมชาย ใจดี',
  'ລາວ',
  'မြန်မာ',
  'ភ្នំពេញ',
  'አበበ ቢቂላ',
  '山田太郎',
  '株式会社。山田',
  'マリア',
  '김철수',
  '王小明',
  '葛󠄀城市',
  '𠮷野家',
  '🙂',
  '👩‍👩‍👧‍👦 Family Office',
  '👩🏽‍🚀 Space',
  '❤️‍🔥 Grill',
  '☎️ Shop',
  '1️⃣ First',
  '🇩🇪 Handel',
  '🏴󠁧󠁢󠁥󠁮󠁧󠁿 Tea',
  '™ Marks',
  'C++ & C# Ltd.',
  '3M',
  '#1 Cleaning',
  '<script>alert(1)</script>',
  'null',
  'undefined',
  '=SUM(A1)',
  'Zoë  ',
  '𝓐𝓭𝓪',
  'a',
] as const

/** What looks empty. */
const BLANK = [
  '',
  ' ',
  '\t\n',
  '\u00a0',
  '\u200b',
  '\u200b\u200d\ufeff',
  '\u3164',
  '\u2800',
  '\u2800 \u3164',
  '\uffa0',
  '\u115f\u1160',
  '\u00ad',
  '\u034f',
  '\u2060',
  '\u202e',
  '\ufe0f',
  '\u3164\ufe0f',
  '\u3164\u200d\u3164',
  '\u200d\ufe0f\u200d\ufe0f',
  '\u{e0041}',
  '\0',
] as const

describe('names', () => {
  it('is tested with at least 60 names', () => expect(NAMES.length).toBeGreaterThanOrEqual(60))

  it.each(NAMES)('keeps %s', (name) => {
    expect(cleanLine(name)).toBe(name.normalize('NFC').trim())
    expect(cleanText(name)).toBe(name.normalize('NFC').trim())
    expect(isBlank(name)).toBe(false)
  })

  it.each([
    ['Mu\u0308ller', 'Müller'],
    [' Ada\u00a0 Byron\n', 'Ada Byron'],
    ['Ada\r\nByron', 'Ada Byron'],
    ['Ada\u200b Byron\ufeff', 'Ada Byron'],
    ['\u202eadA\u202c', 'adA'],
    ['A\u00adda', 'Ada'],
    ['Ada\u200d Byron', 'Ada Byron'],
    ['Ada\u2800Byron', 'Ada Byron'],
    ['Ada\0', 'Ada'],
    ['\ud800Ada', '\ufffdAda'],
    ['Mu\u200b\u0308ller', 'Müller'],
    ['Ann\u200ca', 'Anna'],
  ])('stores %j as %s', (typed, stored) => expect(cleanLine(typed)).toBe(stored))
})

describe('blank texts', () => {
  it.each(BLANK)('counts %j as blank', (text) => {
    expect([isBlank(text), cleanText(text), cleanLine(text), isAnswered(text)]).toEqual([true, '', '', false])
  })
})

it('keeps the lines of longer texts', () => {
  expect(cleanText(' a\r\n\r\n\tb \rc\u0007\u200b\n ')).toBe('a\n\n\tb \nc')
})

it('changes nothing when it is applied again', () => {
  const text = fc.string({ unit: 'binary', maxLength: 40 })
  const odd = fc.array(
    fc.constantFrom(
      ...BLANK,
      ...NAMES,
      '\u200c',
      '\u200d',
      '\ufe0f',
      'e\u0301',
      '\u0301',
      'ʼ',
      '´',
      "'",
      '@x.com',
      'J\u030c',
      '.',
    ),
    { maxLength: 8 },
  )
  fc.assert(
    fc.property(
      fc.oneof(
        text,
        odd.map((parts) => parts.join('')),
      ),
      (typed) => {
        for (const clean of [cleanText, cleanLine, cleanPhone, canonicalEmail])
          expect(clean(clean(typed))).toBe(clean(typed))
      },
    ),
    {
      numRuns: 300,
      // Found by more runs.
      examples: ["'\ufe0f", '\u3164\u200d\u3164\ufe0f\u200cש', 'J\u030c\u200dส', 'l\0\u0301', '\u2057'].map((t) => [t]),
    },
  )
})

it.each([
  ['+44 20 7946 0018', '+44 20 7946 0018'],
  ['＋４４ ２０', '+44 20'],
  ['020\u20117946', '020-7946'],
  ['\u202a+49 89 1234\u202c', '+49 89 1234'],
  ['(555)\u00a0010\u200b0', '(555) 0100'],
])('stores the phone number %j as %s', (typed, stored) => expect(cleanPhone(typed)).toBe(stored))

it('takes no longer for a heap of accents', () => {
  const heap = `a${'\u0301\u0316'.repeat(200_000)}`
  const begin = performance.now()
  for (const clean of [cleanText, cleanLine, cleanPhone, canonicalEmail]) clean(heap)
  expect(performance.now() - begin).toBeLessThan(1000)
})

describe('cutting', () => {
  it.each([
    ['🙂'.repeat(100), 200, '🙂'.repeat(100)],
    ['🙂'.repeat(100), 5, '🙂🙂'],
    ['👩‍👩‍👧‍👦👩‍👩‍👧‍👦', 12, '👩‍👩‍👧‍👦'],
    ['e\u0301e\u0301e\u0301', 3, 'e\u0301'],
    ['🇩🇪🇫🇷', 6, '🇩🇪'],
    ['abc def', 4, 'abc'],
    ['नमस्ते', 5, 'नम'],
  ])('cuts %s at %i', (text, max, cut) => expect(cutText(text, max)).toBe(cut))

  it('has room for the end', () => {
    expect(cutText('abcdef', 4, '…')).toBe('abc…')
    expect(cutText('abcd', 4, '…')).toBe('abcd')
    expect(cutText('🙂🙂🙂', 5, '…')).toBe('🙂🙂…')
  })

  it('never exceeds the limit, and never cuts inside a character', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...NAMES), { maxLength: 6 }), fc.nat(80), (names, max) => {
        const text = names.join('')
        const cut = cutText(text, max)
        expect(cut.length).toBeLessThanOrEqual(max)
        const all = characters(text)
        expect(all.slice(0, characters(cut).length).join('').trimEnd()).toBe(cut.trimEnd())
      }),
    )
  })
})

it('normalizes typed answers, and no others', () => {
  const field = (id: string, type: 'short-text' | 'long-text' | 'email' | 'dropdown') =>
    ({ id, type, name: id, required: false, section: 'A' }) as const
  const fields = [field('s', 'short-text'), field('l', 'long-text'), field('e', 'email'), field('d', 'dropdown')]
  const answers = { s: ' a\u200bb ', l: 'a\r\nb ', e: "'Ada@xn--mnchen-3ya.example'", d: ' b ', other: 'x' }
  expect(cleanAnswers(fields, answers)).toEqual({ s: 'ab', l: 'a\nb', e: 'ada@münchen.example', d: ' b ' })
})
