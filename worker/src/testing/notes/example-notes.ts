import { NO_PREFERENCES } from '@portal/contract/no-preferences'
import type { Preferences } from '@portal/contract/preferences'

/**
 * Notes that bookkeepers write, with what a careful person understands. Written on Sunday, November 22, 2026, about a
 * client in New York; the due date is Friday, December 11.
 */
export const TODAY = '2026-11-22'
export const DUE = '2026-12-11'

export interface ExampleNote {
  note: string
  /** What differs from no preferences. `hold` is true when the agent asks the bookkeeper without a date. */
  means: Partial<Omit<Preferences, 'hold'>> & { hold?: true | { ask_on: string } }
  /** Words that must be named as not understood or not possible. */
  names?: string
}

export const both = (tone: 'gentle' | 'firm') => ({ tone: { before: tone, after: tone } })
export const GENTLE = both('gentle')
export const FIRM = both('firm')
export const away = (from: string, until: string) => ({ quiet: [{ from: `2026-${from}`, until: `2026-${until}` }] })
export const hours = (weekdays: number[], from = '09:00', until = '18:00') => ({ times: [{ weekdays, from, until }] })
export const WEEKDAYS = [1, 2, 3, 4, 5]
export const HOLD = { hold: true } as const

/** When the notes of `written-times.ts` and `written-wishes.ts` were written, and when their workforms are due. */
export const WRITTEN = { today: '2026-11-23', due: '2026-12-15' }

/** Typical notes, about one wish or a few. */
export const KNOWN_NOTES: readonly ExampleNote[] = [
  {
    note: 'Dad just died, go really easy. Nothing before Thanksgiving is over',
    means: { ...GENTLE, not_before: '2026-11-27' },
  },
  { note: 'Always late - hound him daily', means: { every: 1 } },
  {
    note: 'Maternity leave till Jan 4. Low pressure',
    means: { ...GENTLE, quiet: [{ from: TODAY, until: '2027-01-04' }] },
  },
  {
    note: 'Need Oct + Nov statements ASAP, rest can wait until after Xmas',
    means: {
      first: ['Oct + Nov statements'],
      parts: [{ what: [], due: null, not_before: '2026-12-26' }],
    },
  },
  { note: 'Out of the country 11/28 – 12/6, OK after', means: away('11-28', '12-06') },
  { note: 'dont spam him, once per week max', means: { every: 7 } },
  { note: 'Receipts first, then mileage log; be direct', means: { ...FIRM, first: ['receipts', 'mileage log'] } },
  { note: 'Prefers texts. No email after 5pm', means: hours(WEEKDAYS, '09:00', '17:00'), names: 'texts' },
  { note: 'Back in the office Monday the 30th', means: away('11-22', '11-29') },
  { note: 'Closed first two weeks of December', means: { ...away('12-01', '12-14'), ...HOLD } },
  { note: "Night shifts, don't bug her in the mornings; be nice", means: { ...GENTLE, ...hours(WEEKDAYS, '12:00') } },
  { note: 'Push hard for the sales report!!', means: { ...FIRM, first: ['sales report'] } },
  {
    note: "Do NOT contact until I've spoken with him on Dec 3",
    means: { hold: { ask_on: '2026-12-03' } },
  },
  { note: 'Wait for my go-ahead before sending anything', means: HOLD },
  { note: 'One nudge a week before the due date is plenty', means: { only_on: ['2026-12-04'], max: 1 } },
  { note: 'Hanukkah Dec 4-12, no reminders then', means: away('12-04', '12-12') },
  { note: 'W-9s and engagement letter before anything else', means: { first: ['W-9s', 'engagement letter'] } },
  { note: 'Japan through mid December. Gentle reminders ok', means: GENTLE },
  { note: "VIP, don't be pushy; hates nagging", means: { ...GENTLE, every: 7 } },
  { note: 'Not on fridays, otherwise every other day', means: { ...hours([1, 2, 3, 4]), every: 2 } },
  { note: 'never remind her on Fridays', means: hours([1, 2, 3, 4]) },
  {
    note: 'Away next week, then again 14th to 18th Dec',
    means: {
      quiet: [
        { from: '2026-11-23', until: '2026-11-29' },
        { from: '2026-12-14', until: '2026-12-18' },
      ],
      ...HOLD,
    },
  },
  { note: 'Missing: March bank stmt. Short and friendly', means: { ...GENTLE, first: ['March bank stmt'] } },
  {
    note: 'Unavailable weekdays 9-5, evenings only',
    means: {
      times: [
        { weekdays: WEEKDAYS, from: '17:00', until: '21:00' },
        { weekdays: [0, 6], from: '09:00', until: '18:00' },
      ],
    },
  },
  { note: "Accountant sends payroll docs, don't ask her", means: { not_for: ['payroll docs'] } },
  { note: "Extension to 12/18 but don't tell him", means: {} },
  { note: 'Firm after the deadline, friendly before', means: { tone: { before: 'gentle', after: 'firm' } } },
  {
    note: 'Form 941 & payroll register in by 12/1',
    means: {
      first: ['Form 941', 'payroll register'],
      parts: [{ what: ['Form 941', 'payroll register'], due: '2026-12-01', not_before: null }],
    },
  },
  { note: 'Hospitalised. Leave her alone at least ten days', means: { ...GENTLE, ...away('11-22', '12-02') } },
  { note: 'Start Dec 1, max 3 reminders in total', means: { not_before: '2026-12-01', max: 3 } },
  { note: 'Back after the 29th - start w/ the 1099 list', means: { ...away('11-22', '11-29'), first: ['1099 list'] } },
  { note: 'Stop once he has sent the bank statements', means: { until_received: ['bank statements'] } },
  { note: "Don't send anything automatic, I'll handle this one", means: { never: true } },
  { note: 'No reminders please', means: { never: true } },
  { note: 'No reminders please, I will call her', means: HOLD },
  { note: 'Do not contact', means: { never: true } },
  { note: 'hold off for now', means: HOLD },
  { note: 'Not on Mondays', means: hours([2, 3, 4, 5]) },
  { note: 'Send only one reminder', means: { max: 1 } },
]

/** Notes of other writers: terse, with typos, pasted, contradictory, in other languages, or without any request. */
export const OTHER_NOTES: readonly ExampleNote[] = [
  { note: 'pls no reminders til 12/1 thx', means: { not_before: '2026-12-01' } },
  { note: 'on vaca thru 12/4', means: away('11-22', '12-04') },
  { note: "She's a sweetheart but super busy, go easy on her", means: GENTLE },
  { note: 'new client, referred by Bob Miller', means: {} },
  { note: 'call before emailing!!', means: HOLD },
  { note: 'Text her, she never reads email', means: HOLD },
  { note: 'only remind on Tuesdays and Thursdays', means: hours([2, 4]) },
  { note: 'no contact over Thanksgiving weekend', means: away('11-26', '11-29') },
  {
    note: 'Needs to send the bank statements by Dec 4, the rest by the due date',
    means: { first: ['bank statements'], parts: [{ what: ['bank statements'], due: '2026-12-04', not_before: null }] },
  },
  { note: 'Jury duty the week of Nov 30', means: away('11-30', '12-06') },
  { note: "He's a slow responder, ping him every 3 days", means: { every: 3 } },
  { note: 'max two emails', means: { max: 2 } },
  { note: "Don't chase", means: { never: true } },
  { note: 'Wife handles the books, ask Linda not Tom', means: HOLD },
  { note: 'wait until I get back to you on this', means: HOLD },
  { note: 'surgery on 12/2, give him a week after that', means: { ...GENTLE, ...away('12-02', '12-09') } },
  { note: 'Be firm. Third year in a row they are late.', means: FIRM },
  {
    note: 'ask for the 1098 first and then the property tax bill',
    means: { first: ['1098', 'property tax bill'] },
  },
  { note: 'No mornings. no Mondays.', means: hours([2, 3, 4, 5], '12:00') },
  { note: 'Weekends are fine, weekdays she works', means: HOLD },
  { note: 'put reminders on hold til further notice', means: HOLD },
  { note: 'Not until after the 15th', means: away('11-22', '12-15') },
  { note: 'Moving house first week of Dec, bear with them', means: { ...GENTLE, ...away('12-01', '12-07') } },
  { note: 'No rush on this one', means: GENTLE },
  { note: 'Please remind daily the week before the deadline', means: { every: 1 } },
  {
    note: 'Remind him once on Dec 1 and once on Dec 9',
    means: { only_on: ['2026-12-01', '2026-12-09'], max: 2 },
  },
  { note: 'Send one reminder on Monday the 7th, nothing else', means: { only_on: ['2026-12-07'], max: 1 } },
  { note: "He'll be unreachable from Dec 7 until Dec 10 - at a conference", means: away('12-07', '12-10') },
  { note: 'Owner is in Cabo 11/25-12/2', means: away('11-25', '12-02') },
  { note: 'DO NOT EMAIL', means: { never: true } },
  { note: 'Bitte keine Erinnerungen vor dem 1. Dezember', means: HOLD },
  { note: 'Por favor no le envíes recordatorios', means: HOLD },
  { note: 'Ist im Urlaub bis 4.12.', means: HOLD },
  { note: 'No molestar hasta el lunes', means: HOLD },
  {
    note: `From: Karen Doyle
Sent: Friday, November 20, 2026 4:12 PM
Subject: RE: year end

Hi Pat, I'm out of the office until December 1st. I'll get you everything when I'm back.
Thanks, Karen`,
    means: away('11-22', '12-01'),
  },
  {
    note: `Hi team, see attached invoice #4821 for October services. Total $1,250.00.
Thank you for your business!`,
    means: {},
  },
  { note: 'prefers to be called Bob', means: {} },
  { note: 'QBO login is in the vault. EIN 12-3456789.', means: {} },
  { note: 'Fiscal year ends 9/30; S-corp', means: {} },
  {
    note: 'Due to her divorce be extra sensitive, and only contact her after 6pm',
    means: { ...GENTLE, ...hours(WEEKDAYS, '18:00', '21:00') },
  },
  { note: 'afternoons only pls', means: hours(WEEKDAYS, '12:00') },
  { note: 'between 10 and 2 works best', means: hours(WEEKDAYS, '10:00', '14:00') },
  { note: "be nice, but firm once it's overdue", means: { tone: { before: 'gentle', after: 'firm' } } },
  { note: 'weekly reminders, friendly', means: { ...GENTLE, every: 7 } },
  { note: 'remind him a lot, he forgets', means: { every: 2 } },
  { note: 'Only after Dec 5 and not on weekends', means: { not_before: '2026-12-06' } },
  {
    note: "I already spoke to her, she's sending it Wednesday. Give her till Friday",
    means: away('11-22', '11-27'),
  },
  { note: 'No auto-reminders, but do send the due date notice', means: HOLD },
  { note: "remind him, actually no, don't remind him", means: HOLD },
  { note: 'dont contact dec 24 - jan 2', means: { quiet: [{ from: '2026-12-24', until: '2027-01-02' }] } },
  { note: 'Closed Fridays', means: hours([1, 2, 3, 4]) },
  { note: 'ramp up the closer we get to the deadline', means: {} },
  { note: 'start chasing one week before its due', means: { not_before: '2026-12-04' } },
  { note: '2 reminders tops, last one on the 10th', means: { max: 2, ...HOLD } },
  {
    note: 'first the bank recs pls. dont ask about the loan docs, we have them',
    means: { first: ['bank recs'], not_for: ['loan docs'] },
  },
  { note: "We have the W2s already, don't ask for those", means: { not_for: ['W2s'] } },
  { note: 'Stop reminding when the payroll report is in', means: { until_received: ['payroll report'] } },
  { note: 'Out sick this week', means: { ...GENTLE, ...away('11-22', '11-28'), ...HOLD } },
  { note: 'Speaks Spanish only', means: HOLD, names: 'Spanish' },
  { note: 'Tuesday 9am call w/ client re: this - nothing before that', means: HOLD },
]

/** Returns the preferences that a note means. */
export function meaningOf({ means }: ExampleNote): Preferences {
  const { hold, ...rest } = means
  const held = hold === true ? { ask_on: null } : hold
  return { ...NO_PREFERENCES, ...rest, hold: held ? { ...held, why: 'expected' } : null }
}
