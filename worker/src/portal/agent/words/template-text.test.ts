import type { FollowUpFacts, FollowUpWorkform } from '@portal/contract/agent'
import { FOLLOW_UP_KINDS } from '@portal/contract/agent'
import { FOLLOW_UP_SUBJECT_MAX, FOLLOW_UP_TEXT_MAX } from '@portal/contract/limits'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { templateText } from './template-text.ts'

const form = (change: Partial<FollowUpWorkform> = {}): FollowUpWorkform => ({
  name: 'Tax forms',
  is_part: false,
  due_date: '2026-03-10',
  days_left: 3,
  open_sections: ['Bank statements', 'Payroll', 'Tax ID'],
  rejected: [],
  done: 0,
  total: 3,
  last: false,
  promised: null,
  ...change,
})
const facts = (change: Partial<FollowUpFacts> = {}): FollowUpFacts => ({
  client_name: 'Cleo Client',
  bookkeeper_name: 'Maya Torres',
  firm_name: 'Torres Books',
  workforms: [form()],
  step: 1,
  kind: 'before',
  wishes: { tone: 'neutral', first: null },
  ...change,
})
const TONES = ['gentle', 'neutral', 'firm'] as const

describe('a follow-up', () => {
  it('names the open sections, the due date, the bookkeeper and the firm', () => {
    const { subject, text } = templateText(facts())
    expect(subject).toBe('Reminder: "Tax forms" is due in 3 days')
    expect(text).toMatch(/^Hi Cleo,\n/)
    for (const phrase of ['"Tax forms"', 'Tuesday, March 10.', 'Bank statements, Payroll and Tax ID', 'Maya will'])
      expect(text).toContain(phrase)
    expect(text).toMatch(/\nTorres Books$/)
  })

  it('says by when the client had planned to send a workform', () => {
    const promised = form({ promised: '2026-03-06' })
    expect(templateText(facts({ workforms: [promised] })).text).toContain(
      '\nYou planned to send it by Friday, March 6.\n',
    )
    const { text } = templateText(facts({ workforms: [promised, form({ name: 'VAT' })] }))
    expect(text).toContain(
      '• Tax forms (due in 3 days, on Tuesday, March 10; you planned to send it by Friday, March 6):',
    )
    expect(text).toContain('• VAT (due in 3 days, on Tuesday, March 10):')
  })

  it('names a few sections, those asked for first at the front, and counts the others', () => {
    const workforms = [form({ open_sections: ['A', 'B', 'C', 'D', 'E', 'Payroll'], done: 2, total: 8 })]
    const { text } = templateText(facts({ workforms, wishes: { ...facts().wishes, first: 'the payroll' } }))
    expect(text).toContain('Payroll, A, B, C and 2 more.')
    expect(text).toContain('2 of 8')
    expect(text).toContain('the payroll.')
  })

  it.each([
    [-400, 'was due 400 days ago, on March 10, 2026'],
    [-7, 'was due a week ago, on March 10'],
    [-1, 'was due yesterday, March 10'],
    [0, 'is due today, March 10'],
    [1, 'is due tomorrow, Tuesday, March 10'],
    [100, 'is due in 100 days, on Tuesday, March 10, 2026'],
  ])('says that %i days from the due date are "%s"', (days_left, expected) => {
    const kind = days_left > 0 ? 'before' : days_left === 0 ? 'due' : 'overdue'
    expect(templateText(facts({ kind, workforms: [form({ days_left })] })).text).toContain(`"Tax forms" ${expected}.`)
  })

  it('quotes the reason when a section was rejected', () => {
    const workforms = [form({ rejected: [{ section: 'Lease', reason: 'Page 2\nis missing.' }] })]
    expect(templateText(facts({ workforms })).text).toContain('Lease once more: "Page 2 is missing."')
  })

  it('names the questions to fix when only single answers were sent back', () => {
    const textOf = (to_fix: string[]) =>
      templateText(facts({ workforms: [form({ rejected: [{ section: 'Bank', reason: 'Long', to_fix }] })] })).text
    expect(textOf(['IBAN'])).toContain('Please fix one answer in Bank: IBAN.')
    expect(textOf(['A', 'B', 'C', 'D'])).toContain('Please fix 4 answers in Bank: A, B, C and 1 more.')
    expect(textOf(['IBAN'])).not.toContain('Long')
  })

  it('lists the workforms when there are several', () => {
    const workforms = [
      form(),
      form({ name: 'VAT', days_left: 1, rejected: [{ section: 'Sales', reason: 'Too small' }] }),
    ]
    const { subject, text } = templateText(facts({ workforms }))
    expect(subject).toContain('2 workforms')
    expect(text).toContain('• Tax forms (due in 3 days, on Tuesday, March 10): Bank')
    expect(text).toContain('• VAT (due tomorrow')
    expect(text).toContain('Sales once more')
  })

  it('varies by kind, tone and step, and announces the last reminder', () => {
    const of = (kind: FollowUpFacts['kind'], tone: (typeof TONES)[number], step: number, last = false): string =>
      templateText(
        facts({
          kind,
          step,
          wishes: { ...facts().wishes, tone },
          workforms: [form({ days_left: kind === 'before' ? 3 : -3, last })],
        }),
      ).text
    const all = FOLLOW_UP_KINDS.flatMap((kind) => TONES.map((tone) => of(kind, tone, 1)))
    expect(new Set(all).size).toBe(9)
    expect(of('overdue', 'gentle', 2)).not.toBe(of('overdue', 'gentle', 3))
    expect(of('overdue', 'gentle', 9, true)).toContain('This is the last automatic reminder.')
    expect(of('overdue', 'gentle', 9)).not.toContain('last automatic reminder')
  })

  it('says for which workforms it is the last reminder when it is not the last for all', () => {
    const some = [form({ last: true }), form({ name: 'VAT' })]
    expect(templateText(facts({ workforms: some })).text).toContain('the last automatic reminder about "Tax forms".')
    const all = some.map((w) => ({ ...w, last: true }))
    expect(templateText(facts({ workforms: all })).text).toContain('This is the last automatic reminder.')
  })

  it.each([
    ['Cleo Client', 'Cleo'],
    ['Acme Ltd', 'Acme Ltd'],
    ['Dr. Ada Moss', 'Dr. Ada Moss'],
    ['Ana María López', 'Ana'],
    ['Blue Door Bakery', 'Blue Door Bakery'],
    ['cleo', 'cleo'],
    ['ACME CURRENT', 'ACME CURRENT'],
  ])('greets %s as %s', (name, hi) => {
    expect(templateText(facts({ client_name: name })).text.split(',')[0]).toBe(`Hi ${hi}`)
  })
})

const typed = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 400 }),
  fc.constantFrom(
    '',
    ' ',
    'a'.repeat(5000),
    'See https://evil.example/x?y=z',
    'x\r\nBcc: a@b.c',
    '<b>hi</b>',
    '\u202eevil',
    '🙂'.repeat(300),
  ),
)
const anyForm: fc.Arbitrary<FollowUpWorkform> = fc.record({
  name: typed,
  is_part: fc.boolean(),
  due_date: fc.oneof(fc.constant('2026-03-10'), typed),
  days_left: fc.integer({ min: -1000, max: 1000 }),
  open_sections: fc.array(typed, { maxLength: 30 }),
  rejected: fc.array(fc.record({ section: typed, reason: typed }), { maxLength: 8 }),
  done: fc.nat(50),
  total: fc.nat(50),
  last: fc.boolean(),
  promised: fc.option(fc.oneof(fc.constant('2026-03-06'), typed)),
})
const anyFacts: fc.Arbitrary<FollowUpFacts> = fc.record({
  client_name: typed,
  bookkeeper_name: typed,
  firm_name: typed,
  workforms: fc.array(anyForm, { maxLength: 8 }),
  step: fc.integer({ min: 0, max: 12 }),
  kind: fc.constantFrom(...FOLLOW_UP_KINDS),
  wishes: fc.record({
    tone: fc.constantFrom(...TONES),
    quiet: fc.constant([]),
    cadence: fc.constant('normal' as const),
    first: fc.oneof(fc.constant(null), typed),
  }),
})

it('writes short plain text without links, whatever people typed', () => {
  fc.assert(
    fc.property(anyFacts, (some) => {
      const { subject, text } = templateText(some)
      expect(subject.length).toBeGreaterThan(5)
      expect(subject.length).toBeLessThanOrEqual(FOLLOW_UP_SUBJECT_MAX)
      expect(text.length).toBeLessThanOrEqual(FOLLOW_UP_TEXT_MAX)
      expect(text).toContain('Thank you,')
      expect(`${subject}${text.replaceAll('\n', '')}`).not.toMatch(
        /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\ud800-\udfff]|https?:\/\/|undefined|NaN/u,
      )
    }),
    { numRuns: 200 },
  )
})
