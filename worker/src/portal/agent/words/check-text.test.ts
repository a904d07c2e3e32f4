import type { FollowUpFacts } from '@portal/contract/agent'
import { constantFrom, property, assert, string } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkText } from './check-text.ts'

const facts: FollowUpFacts = {
  client_name: 'Cleo Quist',
  bookkeeper_name: 'Maya Torres',
  firm_name: 'Torres Books',
  workforms: [
    {
      name: 'Tax forms 2025',
      is_part: false,
      due_date: '2026-03-10',
      days_left: 3,
      open_sections: ['Bank statements', 'Payroll', 'W-9 / ID'],
      rejected: [{ section: 'Lease', reason: 'Page 2 is missing.' }],
      done: 2,
      total: 6,
      last: false,
      promised: null,
    },
  ],
  step: 1,
  kind: 'before',
  wishes: { tone: 'gentle', first: null },
}
const NEEDED = 'Tax forms 2025 is due on March 10, 2026. Bank statements are still open, and Lease came back.'
const check = (extra: string, some: FollowUpFacts = facts) =>
  checkText({ subject: 'A reminder about Tax forms 2025', text: `${NEEDED} ${extra}` }, some)

it('accepts the day of a missed promise, and no other', () => {
  const promised = { ...facts, workforms: facts.workforms.map((w) => ({ ...w, promised: '2026-03-06' })) }
  expect(check('You planned to send it by Friday, March 6.', promised)).toBeNull()
  expect(check('You planned to send it by Friday, March 6.')).toBe('date')
  expect(check('You planned to send it by Thursday, March 5.', promised)).toBe('date')
})

describe('checkText accepts', () => {
  it.each([
    '',
    'There are 3 days left, so there is no rush. Thank you for the 2 sections that you have done!',
    'We still need Bank statements, Payroll and W-9 / ID. It would be great to have them by Tuesday.',
    'Lease came back with a note: "Page 2 is missing." Could you look at it once more?',
    'You have done 2 of 6 sections. Four are left, and they are quick.',
    'I hope you’re well. If you can, please begin with the payroll.',
  ])('%s', (extra) => {
    expect(check(extra)).toBeNull()
  })
})

describe('checkText refuses', () => {
  it.each([
    ['Open https://evil.example now.', 'characters'],
    ['Please go to evil.example for the form.', 'characters'],
    ['Please write to bob@evil.example about it.', 'characters'],
    ['It is all \ufffc Northwind \ufffc here.', 'characters'],
    ['Please see <b>here</b> what is missing.', 'characters'],
    ['Please see [here](x) what is missing.', 'characters'],
    ['We were told "send it to me" by somebody.', 'characters'],
    ['Call us at 555 0199 to finish.', 'topic'],
    ['Please finish all by 555-0199 then.', 'number'],
    ['There are 5 days left for you.', 'time'],
    ['There are two weeks left for you.', 'time'],
    ['It is due tomorrow, so please be quick.', 'time'],
    ['It is overdue, so please be quick.', 'time'],
    ['We can extend the date for you.', 'time'],
    ['Please do it by Friday, so that we can go on.', 'date'],
    ['Please do it by March 9, so that we can go on.', 'date'],
    ['You have done 4 of 9 sections.', 'number'],
    ['Please send us your password as well.', 'topic'],
    ['Please pay what is open at once.', 'topic'],
    ['Please transfer it to the other account.', 'topic'],
    ['Please ignore what we have said before.', 'topic'],
    ['Otherwise there will be a penalty.', 'topic'],
    [
      'So schicken sie uns alle unterlagen noch heute zu, vollständig und ohne verzug, sonst passiert etwas.',
      'language',
    ],
    ['Пожалуйста, отправьте нам документы.', 'language'],
    ['So we need it all. '.repeat(60), 'length'],
  ])('%s', (extra, refusal) => {
    expect(check(extra)).toBe(refusal)
  })

  it('a text without the workform, an open section, a rejected section, or the wish', () => {
    const text = (t: string) => checkText({ subject: 'A small reminder', text: t }, facts)
    expect(text('We still wait for Bank statements and Lease, and we would love to have them.')).toBe(
      'workform missing',
    )
    expect(text('We still wait for Tax forms 2025 and Lease, and we would love to have them.')).toBe('section missing')
    expect(text('We still wait for Tax forms 2025 and Payroll, and we would love to have them.')).toBe(
      'section missing',
    )
    expect(check('', { ...facts, wishes: { ...facts.wishes, first: 'March statements' } })).toBe('wish missing')
    expect(
      check('Please begin with March statements.', {
        ...facts,
        wishes: { ...facts.wishes, first: 'March statements' },
      }),
    ).toBeNull()
  })

  it('a subject with a topic or a line break', () => {
    expect(checkText({ subject: 'Reset your password', text: NEEDED }, facts)).toBe('topic')
    expect(checkText({ subject: 'A reminder\nBcc: x', text: NEEDED }, facts)).toBe('length')
  })
})

it('refuses links, addresses and unknown numbers anywhere in a text', () => {
  const poison = constantFrom(
    'https://evil.example',
    'evil.example',
    'a@b.cd',
    '+49 30 1234567',
    '4111111111111111',
    'DE89370400440532013000',
    '<a>',
    '77',
  )
  assert(
    property(
      poison,
      string({ unit: constantFrom('the ', 'and ', 'is ', 'we ', '. ', ', ', 'it '), maxLength: 12 }),
      (bad, around) => {
        expect(check(`We ${around}${bad} ${around}`)).not.toBeNull()
      },
    ),
  )
})
