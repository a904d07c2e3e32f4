import type { FollowUpFacts, FollowUpWorkform } from '@portal/contract/agent'
import { describe, expect, it } from 'vitest'
import { templateText } from './template-text.ts'

/** Reads the reminders of realistic assignments one after the other, as a client would. */

const form = (change: Partial<FollowUpWorkform>): FollowUpWorkform => ({
  name: 'Year-end 2026',
  is_part: false,
  due_date: '2026-12-11',
  days_left: 7,
  open_sections: ['Bank statements', 'Payroll', 'Tax ID'],
  rejected: [],
  done: 0,
  total: 3,
  last: false,
  promised: null,
  ...change,
})
const TONES = ['gentle', 'neutral', 'firm'] as const
/** Days to the due date, and the sections that are still open then. */
const WEEKS: readonly (readonly [number, readonly string[]])[] = [
  [7, ['Bank statements', 'Payroll', 'Tax ID']],
  [3, ['Bank statements', 'Payroll', 'Tax ID']],
  [1, ['Payroll', 'Tax ID']],
  [0, ['Payroll', 'Tax ID']],
  [-3, ['Payroll', 'Tax ID']],
  [-6, ['Payroll']],
  [-10, ['Payroll']],
  [-13, ['Payroll']],
  [-17, ['Payroll']],
]
const wishes = (tone: (typeof TONES)[number]) => ({ tone, quiet: [], cadence: 'normal' as const, first: null })

function reminder(step: number, tone: (typeof TONES)[number], workforms: FollowUpWorkform[]) {
  const left = workforms[0]?.days_left ?? 0
  const facts: FollowUpFacts = {
    client_name: 'Ada Moss',
    bookkeeper_name: 'Maya Torres',
    firm_name: 'Torres Books',
    workforms,
    step,
    kind: left > 0 ? 'before' : left === 0 ? 'due' : 'overdue',
    wishes: wishes(tone),
  }
  return templateText(facts)
}
const oneWorkform = (tone: (typeof TONES)[number]) =>
  WEEKS.map(([days_left, open], i) => ({
    open,
    days_left,
    last: i === WEEKS.length - 1,
    ...reminder(i + 1, tone, [
      form({ days_left, open_sections: [...open], done: 3 - open.length, last: i === WEEKS.length - 1 }),
    ]),
  }))
const severalWorkforms = (tone: (typeof TONES)[number]) =>
  WEEKS.map(([days_left], i) =>
    reminder(i + 1, tone, [form({ days_left }), form({ name: 'W-9', open_sections: ['W-9'], total: 1, days_left: 9 })]),
  )

describe.each(TONES)('the %s reminders about a workform', (tone) => {
  const all = oneWorkform(tone)

  it('name what is missing, and nothing else', () => {
    for (const { text, open } of all) {
      for (const section of ['Bank statements', 'Payroll', 'Tax ID'])
        expect(text.includes(section)).toBe(open.includes(section))
    }
  })

  it('announce the last one, and only that', () => {
    for (const { text, last } of all) expect(text.includes('last automatic reminder')).toBe(last)
  })

  it('say when the workform is or was due', () => {
    for (const { text, days_left } of all) expect(text).toContain(days_left < 0 ? ' was due ' : ' is due ')
  })

  it('claim nothing about time, progress or amounts that is not in the facts', () => {
    for (const { text, subject } of all)
      expect(`${subject} ${text}`).not.toMatch(/hurry|a few things|almost done|silent|no effect|continue where/i)
  })
})

it('do not say that something is missing before it is due', () => {
  for (const tone of TONES)
    for (const [i, { subject }] of severalWorkforms(tone).entries())
      if ((WEEKS[i]?.[0] ?? 0) >= 0) expect(subject).not.toMatch(/waiting|missing|need/i)
})

describe.each([
  ['one workform', oneWorkform],
  ['several workforms', severalWorkforms],
] as const)('reminders in a row about %s', (_what, remindersOf) => {
  it.each(TONES)('do not repeat a sentence or a subject in the %s tone', (tone) => {
    const all = remindersOf(tone)
    for (const [i, { subject, text }] of all.entries()) {
      const before = all[i - 1]
      if (!before) continue
      expect(subject).not.toBe(before.subject)
      const paragraphs = text.split('\n\n').slice(1, -1)
      for (const paragraph of paragraphs)
        if (!paragraph.startsWith('•')) expect(before.text.split('\n\n')).not.toContain(paragraph)
    }
  })
})
