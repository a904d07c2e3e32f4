import { away, type ExampleNote, FIRM, GENTLE, HOLD, hours, TODAY, WEEKDAYS } from './example-notes.ts'

const until = (day: string) => ({ quiet: [{ from: TODAY, until: day }] })
const times = (from: string, end: string) => hours(WEEKDAYS, from, end)

/** Notes about what to ask for. */
const THING_NOTES: readonly ExampleNote[] = [
  { note: 'Bank statements are the priority', means: { first: ['bank statements'] } },
  { note: 'Start with the receipts, then the payroll summary', means: { first: ['receipts', 'payroll summary'] } },
  { note: 'Most important: the W-9', means: { first: ['W-9'] } },
  { note: 'We mainly need the loan statement', means: { first: ['loan statement'] } },
  { note: 'Skip the mileage log', means: { not_for: ['mileage log'] } },
  { note: 'Already have the bank statements', means: { not_for: ['bank statements'] } },
  { note: 'No need to ask for the W-2s', means: { not_for: ['W-2s'] } },
  { note: "Don't bother about the inventory list", means: { not_for: ['inventory list'] } },
  { note: 'ignore the payroll section', means: { not_for: ['payroll section'] } },
  { note: 'Stop when she uploads the receipts', means: { until_received: ['receipts'] } },
  { note: 'No more reminders once the tax form is in', means: { until_received: ['tax form'] } },
  {
    note: 'Remind until we have the signed engagement letter',
    means: { until_received: ['signed engagement letter'] },
  },
  {
    note: 'Sales tax report by Dec 3 at the latest',
    means: {
      first: ['Sales tax report'],
      parts: [{ what: ['Sales tax report'], due: '2026-12-03', not_before: null }],
    },
  },
  {
    note: 'Everything except the receipts can wait until Dec 7',
    means: HOLD,
  },
  {
    note: 'The K-1 will not be available until Dec 8, leave that out till then',
    means: { parts: [{ what: ['K-1'], due: null, not_before: '2026-12-08' }] },
  },
  {
    note: "Don't ask for the 1099s before Dec 5",
    means: { parts: [{ what: ['1099s'], due: null, not_before: '2026-12-05' }] },
  },
  { note: 'focus on payroll docs first', means: { first: ['payroll docs'] } },
  { note: 'Remind her especially about the bank details', means: { first: ['bank details'] } },
  { note: "don't forget the K-1s", means: { first: ['K-1s'] } },
  { note: 'her CPA will send the depreciation schedule', means: HOLD },
  { note: 'Still need: Q3 P&L and the lease', means: { first: ['Q3 P&L', 'lease'] } },
  { note: 'chase for the credit card statements please', means: { first: ['credit card statements'] } },
  { note: 'We got the lease already so leave it out', means: { not_for: ['lease'] } },
  { note: 'the insurance certificate is not needed', means: { not_for: ['insurance certificate'] } },
]

/** Notes about what cannot be known, what the agent cannot do, and contradictions. */
const ASKING_NOTES: readonly ExampleNote[] = [
  'Wait until the divorce is final',
  'Only remind if his assistant has not replied',
  'Unless I say otherwise, no emails',
  'use his work email instead',
  'Please cc her husband',
  'CC the controller, Maria Lopez',
  'send to accounts@acme.com',
  'Phone only',
  "She's deaf so don't call, email",
  'whatsapp him',
  'Call before 10',
  'Talk to me before contacting',
  'Ask Jane in the front office',
  'Not until the audit is done',
  'After she is back from leave',
  'when the sale closes',
  'Maybe go easy?',
  'write in French',
  'send him the link again',
  'Schedule a call with her on Tuesday',
  'Do not remind, or do remind, up to you',
  'remind her daily but only once a week',
  "I'd rather you didn't",
  'Pls hold - contract dispute',
  'he is in jail',
  'Not sure he is still a client',
  'Check with Dana first',
  'wait for payment',
  'Do not contact until invoice 233 is paid',
  'resume once she is released from hospital',
  'Loop in the office manager',
  'No emails to the Gmail address',
  'Pause until I am back from vacation',
  'Call me before you send anything',
  'Let me know before reminding him',
  'I will tell you when to start',
  'only contact him through his lawyer',
  'attorney only!',
  'give it some time',
  'hold for a bit',
].map((note) => ({ note, means: HOLD }))

/** Notes that ask for nothing. */
const FACT_NOTES: readonly ExampleNote[] = [
  'Longtime client, very organized',
  'Owns three restaurants in Queens',
  'Started the LLC in 2021',
  'referred by her sister',
  'Uses Xero',
  'Accrual basis, calendar year',
  'Sole proprietor, home office',
  'Spouse is also a client',
  'Bank is Chase, two accounts',
  'Changed her name last year, formerly Whitaker',
  'Reads everything carefully',
  'Paid in full for 2025',
  'Great to work with!',
  'Two rental properties',
  'Moved to Texas in March',
  'Birthday is Dec 3',
  'Switching from Quickbooks Desktop',
  'likes golf',
  'Pronounced SHE-vawn',
  'HVAC contractor, 12 employees',
].map((note) => ({ note, means: {} }))

/** Notes with typos, in telegram style, verbose, or with several requests. */
const MIXED_NOTES: readonly ExampleNote[] = [
  { note: 'no remidners befor Dec 3', means: { not_before: '2026-12-03' } },
  { note: 'vacaton until dec 4', means: until('2026-12-04') },
  { note: 'Plase be gentel', means: GENTLE },
  { note: 'weeky reminder only', means: { every: 7 } },
  { note: 'DO NOT CONTACT BEFORE DEC 2!!!', means: { not_before: '2026-12-02' } },
  { note: 'ooo 11/30-12/4', means: away('11-30', '12-04') },
  { note: 'NB: away 1–5 Dec', means: away('12-01', '12-05') },
  { note: 'gentle. weekly. not fridays.', means: { ...GENTLE, ...hours([1, 2, 3, 4]), every: 7 } },
  {
    note: 'Hi! Could you please hold the reminders until December 1st? She is dealing with a lot. Thanks so much!',
    means: { not_before: '2026-12-01' },
  },
  {
    note: "He's a bit of a procrastinator so remind him every other day, but never before 10 in the morning",
    means: { every: 2, ...times('10:00', '18:00') },
  },
  {
    note: 'Please start reminders Dec 1, once a week, max 2. Friendly tone.',
    means: { ...GENTLE, not_before: '2026-12-01', every: 7, max: 2 },
  },
  {
    note: 'Receipts first; nothing on weekends or after 5pm; stop when the bank statements are in',
    means: { first: ['receipts'], ...times('09:00', '17:00'), until_received: ['bank statements'] },
  },
  { note: '- away Dec 1-3\n- be nice\n- max 3 emails', means: { ...GENTLE, ...away('12-01', '12-03'), max: 3 } },
  { note: '1) be firm 2) every 2 days', means: { ...FIRM, every: 2 } },
  { note: 'New owner as of Nov 1. Please be friendly.', means: GENTLE },
  { note: 'Prefers email. Best in the mornings.', means: times('09:00', '12:00') },
  { note: 'Slow payer, slow responder, but a good guy. Weekly reminders.', means: { every: 7 } },
  { note: 'Leave him alone until Tuesday, then daily', means: { not_before: '2026-11-24', every: 1 } },
  { note: 'Vacation 12/1 to 12/5; after that once per week', means: { ...away('12-01', '12-05'), every: 7 } },
  { note: 'Two emails max, never on Mondays, thanks', means: { ...hours([2, 3, 4, 5]), max: 2 } },
  { note: 'His dog died. Nothing until Nov 30.', means: { ...GENTLE, not_before: '2026-11-30' } },
  { note: 'Quiet until Dec 1. Firm afterwards.', means: { ...FIRM, not_before: '2026-12-01' } },
  { note: 'No reminders needed, she is always early', means: { never: true } },
  { note: "I've got this one, no reminders", means: { never: true } },
  { note: 'Turn off reminders for this client', means: { never: true } },
  { note: 'opted out of reminders', means: { never: true } },
  { note: 'Don’t bother him.', means: { never: true } },
  { note: 'Please do not send any automated messages to this client', means: { never: true } },
]

/** Notes about documents, notes that need a question, and notes with several wishes. */
export const REQUEST_NOTES: readonly ExampleNote[] = [...THING_NOTES, ...ASKING_NOTES, ...FACT_NOTES, ...MIXED_NOTES]
