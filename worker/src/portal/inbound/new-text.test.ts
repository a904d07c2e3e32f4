import { expect, it } from 'vitest'
import { newText } from './new-text.ts'

const QUOTED = [
  '> Hi Cleo,',
  '>',
  '> A quick reminder: "Payroll" is due in 3 days.',
  '>',
  '> Thank you,',
  '> Torres Books',
]

/** Replies as mail programs send them, and what the person has written. */
const REPLIES: [program: string, reply: string[], text: string][] = [
  [
    'iPhone',
    [
      'I will send it on Friday.',
      '',
      'Sent from my iPhone',
      '',
      '> On Nov 23, 2026, at 9:12 AM, Torres Books <reply-x@portal.example> wrote:',
      '> ',
      '> ﻿',
      ...QUOTED,
    ],
    'I will send it on Friday.',
  ],
  [
    'Gmail, with a broken line',
    [
      'Done!',
      '',
      'On Mon, Nov 23, 2026 at 9:12 AM Torres Books <reply-abcdefghijklmnop@portal.example>',
      'wrote:',
      '',
      ...QUOTED,
    ],
    'Done!',
  ],
  [
    'Outlook for Windows',
    [
      'Hello Maya,',
      '',
      'please find it attached.',
      '',
      'Regards',
      'Cleo',
      '',
      '________________________________',
      'From: Torres Books <reply-x@portal.example>',
      'Sent: Monday, November 23, 2026 9:12 AM',
      'To: Cleo <cleo@example.com>',
      'Subject: Reminder',
      '',
      'Hi Cleo,',
      'A quick reminder',
    ],
    'Hello Maya,\n\nplease find it attached.\n\nRegards\nCleo',
  ],
  [
    'Outlook without a separator',
    [
      'See below.',
      '',
      'From: Torres Books <reply-x@portal.example>',
      'Sent: Monday, November 23, 2026 9:12 AM',
      'To: Cleo',
      'Subject: Reminder',
      '',
      'Hi Cleo,',
    ],
    'See below.',
  ],
  [
    'Outlook for Android',
    [
      'On my way',
      '',
      'Get Outlook for Android<https://aka.ms/x>',
      '________________________________',
      'From: Torres Books',
      'Sent: Monday',
      'To: Cleo',
      '',
      'Hi Cleo',
    ],
    'On my way',
  ],
  ['old Outlook', ['Yes.', '', '-----Original Message-----', 'From: Torres Books', 'Hi Cleo'], 'Yes.'],
  [
    'Thunderbird, in German',
    [
      'Kommt morgen.',
      '',
      'Am 23.11.26 um 09:12 schrieb Torres Books:',
      ...QUOTED,
      '',
      '-- ',
      'Cleo Client',
      'Acme GmbH',
    ],
    'Kommt morgen.',
  ],
  [
    'Apple Mail, in French',
    ['D’accord', '', 'Le 23 nov. 2026 à 09:12, Torres Books <x@portal.example> a écrit :', '', ...QUOTED],
    'D’accord',
  ],
  ['a signature of its own', ['Yes', '', '-- ', 'Cleo Client', 'Acme Bakery'], 'Yes'],
  [
    'no quotation',
    ['First line', '', 'On Friday I wrote to the bank: no answer yet.'],
    'First line\n\nOn Friday I wrote to the bank: no answer yet.',
  ],
  ['From as a word', ['From: now on, please call me.', 'Thanks'], 'From: now on, please call me.\nThanks'],
]

it.each(REPLIES)('finds the new part of a reply from %s', (_program, reply, text) => {
  expect(newText(reply.join('\n'))).toBe(text)
  expect(newText(reply.join('\r\n'))).toBe(text)
})

it('keeps the whole text when answers stand between or below the quoted lines', () => {
  const between = [
    'Answers below.',
    '',
    'On Mon, Nov 23, 2026 at 9:12 AM Maya <m@x.example> wrote:',
    '> Is it ready?',
    'Yes.',
    '> All of it?',
    'No.',
  ]
  expect(newText(between.join('\n'))).toBe(between.join('\n'))
  const below = ['> Is it ready?', '', 'Yes.']
  expect(newText(below.join('\n'))).toBe(below.join('\n'))
})

it('keeps the whole text when there is nothing above the quoted mail', () => {
  const reply = ['On Mon, Nov 23, 2026 at 9:12 AM Maya <m@x.example> wrote:', ...QUOTED].join('\n')
  expect(newText(reply)).toBe(reply)
})

it('takes little time for hostile text', () => {
  const started = performance.now()
  for (const line of ['On ', 'From: a\n', '> ', 'On a b c d e f g h wrote', '-', '_'])
    expect(newText(line.repeat(50_000 / line.length)).length).toBeGreaterThan(0)
  newText('On a very long line\n'.repeat(5000))
  expect(performance.now() - started).toBeLessThan(2000)
})
