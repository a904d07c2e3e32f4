import { away, type ExampleNote, HOLD, hours, TODAY, WEEKDAYS } from './example-notes.ts'

const quiet = (from: string, until: string) => ({ quiet: [{ from, until }] })

/** Notes that do not mean what their words suggest. Read carelessly, they lead to unwanted reminders. */
export const MISLEADING_NOTES: readonly ExampleNote[] = [
  // An exception from stated days
  {
    note: 'every Mon except the 30th',
    means: { ...hours([1], '09:00', '18:00'), ...quiet('2026-11-30', '2026-11-30') },
  },
  { note: 'Mondays but not the 30th', means: HOLD },
  { note: 'Fridays except Black Friday', means: HOLD },
  { note: 'only Tues and Fri, except Dec 4', means: { ...hours([2, 5], '09:00', '18:00'), ...away('12-04', '12-04') } },
  // A weekday that is today, or in a week
  { note: 'leave him alone till Sunday', means: HOLD },
  { note: 'nothing until the game on Sunday', means: HOLD },
  // A period that starts on another day than today
  { note: 'Surgery on 11/24, give her a week', means: HOLD },
  { note: 'Funeral is Wed, give them a week', means: HOLD },
  { note: 'Wedding on 11/28, then let him be for a week', means: HOLD },
  // The day of an event
  { note: "don't write her before the funeral on Friday", means: { not_before: '2026-11-28' } },
  { note: 'nothing before the hearing on 12/1', means: { not_before: '2026-12-02' } },
  { note: 'no reminders until the exam on Nov 30', means: { not_before: '2026-12-01' } },
  // The end of a month as a period, and as a limit
  { note: 'Busy at the end of the month, leave him be', means: quiet(TODAY, '2026-11-30') },
  { note: 'no reminders end of November', means: quiet(TODAY, '2026-11-30') },
  { note: 'no reminders at the end of December', means: quiet('2026-12-22', '2026-12-31') },
  // What to ask for last
  { note: 'ask for the license copy last', means: HOLD },
  { note: 'ask for bank stmts later', means: HOLD },
  { note: 'anything but the tax return first', means: HOLD },
  { note: 'tax return last, receipts first', means: { first: ['receipts'] } },
  // The end of the relationship, and what only the bookkeeper can decide
  { note: 'Client is deceased', means: HOLD },
  { note: 'Fired us last week', means: HOLD },
  { note: 'Moved to another bookkeeper', means: HOLD },
  { note: 'lives in Hawaii, so mind the time difference', means: HOLD },
  // A condition
  { note: "remind him only once it's overdue", means: HOLD },
  { note: "only remind him when he's back", means: HOLD },
  { note: 'only nudge gently if overdue', means: HOLD },
  { note: 'only chase the missing invoices', means: HOLD },
  // An absence without an end
  { note: "She's been on sick leave since October", means: HOLD },
  { note: 'on holiday since the 5th', means: HOLD },
  // Days before the due date, and the week of a date
  { note: 'no emails in the two days before the due date', means: away('12-09', '12-10') },
  { note: 'Not the week of the deadline', means: away('12-07', '12-17') },
  { note: 'skip the last week', means: HOLD },
  { note: 'Audit finishes on Dec 4 so not before then', means: HOLD },
  { note: 'nothing between the audit and Dec 4', means: HOLD },
  // The end of all reminders
  { note: 'stop on Dec 8', means: quiet('2026-12-08', '2031-12-07') },
  { note: 'stop by Dec 8', means: quiet('2026-12-08', '2031-12-07') },
  // Another date in place of the first
  { note: 'holiday till Dec 4, changed to Dec 8', means: HOLD },
  { note: 'Back on the 2nd, moved to the 9th', means: HOLD },
  { note: 'nothing until 12/4 or 12/8', means: HOLD },
  // Documents that the client does not send
  { note: 'Payroll docs come straight from Gusto', means: HOLD },
  { note: 'Loan docs provided by bank', means: HOLD },
  { note: '1099s handled by CPA', means: HOLD },
  {
    note: 'receipts provided by Dec 1',
    means: { first: ['receipts'], parts: [{ what: ['receipts'], due: '2026-12-01', not_before: null }] },
  },
  { note: 'statements sent after 5pm, remind then', means: HOLD },
  { note: 'weekdays after 10 only', means: hours(WEEKDAYS, '10:00', '18:00') },
]
