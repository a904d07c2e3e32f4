import { away, type ExampleNote, FIRM, GENTLE, hours, WEEKDAYS } from './example-notes.ts'

/** Notes about days and hours. See `WRITTEN` for their dates. */
export const WRITTEN_TIMES: readonly ExampleNote[] = [
  {
    note: 'House closing is 12/4, wait till after that. First thing we need is the settlement statement',
    means: { not_before: '2026-12-05', first: ['settlement statement'] },
  },
  { note: 'One reminder on Dec 8, keep it short and friendly', means: { ...GENTLE, max: 1, only_on: ['2026-12-08'] } },
  {
    note: 'Not before Dec 1, and only in the mornings',
    means: { ...hours(WEEKDAYS, '09:00', '12:00'), not_before: '2026-12-01' },
  },
  { note: 'She is on holiday until the 2nd', means: away('11-23', '12-02') },
  { note: 'Away til the 1st. Start with bank stmts', means: { ...away('11-23', '12-01'), first: ['bank stmts'] } },
  { note: "leave him be on Dec 9, it's his court date", means: away('12-09', '12-09') },
  { note: 'mornings only pls', means: hours(WEEKDAYS, '09:00', '12:00') },
  { note: 'give him two weeks', means: away('11-23', '12-07') },
  { note: "Let's leave this until the new year", means: { not_before: '2027-01-01' } },
  { note: 'Night shift nurse so nothing before noon. Be nice!', means: { ...hours(WEEKDAYS, '12:00'), ...GENTLE } },
  { note: 'Not on Wednesdays. P&L first pls', means: { ...hours([1, 2, 4, 5]), first: ['P&L'] } },
  { note: 'once a week max, no Fridays', means: { ...hours([1, 2, 3, 4]), every: 7 } },
  { note: "On vacation 'til December 8th", means: away('11-23', '12-08') },
  {
    note: 'No reminders til after the audit on the 8th, then weekdays before noon',
    means: { ...hours(WEEKDAYS, '09:00', '12:00'), not_before: '2026-12-09' },
  },
  { note: 'Daily from the 10th', means: { not_before: '2026-12-10', every: 1 } },
  { note: 'OOO 11/30-12/4', means: away('11-30', '12-04') },
  { note: 'Closed w/c 7 Dec', means: away('12-07', '12-13') },
  { note: 'no emails on Mondays, thats their delivery day', means: hours([2, 3, 4, 5]) },
  { note: 'No reminders until after the due date', means: { not_before: '2026-12-16' } },
  {
    note: 'Tuesdays are dialysis - dont contact her then. And be patient with her, she is 84 and new to the portal',
    means: { ...hours([1, 3, 4, 5]), ...GENTLE },
  },
  { note: "Send a single reminder the day before it's due", means: { max: 1, only_on: ['2026-12-14'] } },
  { note: "says she'll upload everything by Friday", means: away('11-23', '11-27') },
  { note: 'out today & tomorrow', means: away('11-23', '11-24') },
  { note: 'not b4 9:30, not after 3', means: hours(WEEKDAYS, '09:30', '15:00') },
  { note: 'remind her on 12/1 and again on 12/10, nothing else', means: { only_on: ['2026-12-01', '2026-12-10'] } },
  { note: 'hold til EOM', means: { not_before: '2026-11-30' } },
  { note: 'Not before 10am', means: hours(WEEKDAYS, '10:00') },
  {
    note: 'Not during lunch 12-1',
    means: {
      times: [
        { weekdays: [1, 2, 3, 4, 5], from: '09:00', until: '12:00' },
        { weekdays: [1, 2, 3, 4, 5], from: '13:00', until: '18:00' },
      ],
    },
  },
  { note: "begin reminders 5 days before it's due", means: { not_before: '2026-12-10' } },
  { note: 'Nothing in November', means: away('11-23', '11-30') },
  { note: 'nothing this week, then W-9s first', means: { ...away('11-23', '11-29'), first: ['W-9s'] } },
  { note: 'unreachable from Weds to Sat, hunting trip', means: away('11-25', '11-28') },
  { note: 'He only reads email on the weekend so send it then', means: hours([0, 6]) },
  { note: 'dont start chasing till 12/7', means: { not_before: '2026-12-07' } },
  { note: 'Tues and Thurs only', means: hours([2, 4]) },
  { note: "Don't email until next Mon", means: { not_before: '2026-11-30' } },
  { note: 'wait til after Turkey Day', means: { not_before: '2026-11-27' } },
  { note: 'Not before Dec 3 pls', means: { not_before: '2026-12-03' } },
  { note: 'Honeymoon Nov 28 - Dec 13 🎉', means: away('11-28', '12-13') },
  { note: 'Thanksgiving week off. Afterwards every 3 days', means: { ...away('11-23', '11-29'), every: 3 } },
  { note: 'Off sick, back on 3 Dec I think. Go gently with him.', means: { ...away('11-23', '12-02'), ...GENTLE } },
  { note: 'start Dec 2', means: { not_before: '2026-12-02' } },
  { note: 'away next week', means: away('11-30', '12-06') },
  {
    note: 'signed 8879 first, and no reminders Dec 5-12 (cruise)',
    means: { ...away('12-05', '12-12'), first: ['signed 8879'] },
  },
  { note: 'Start a week before due', means: { not_before: '2026-12-08' } },
  { note: 'OOO rest of the month', means: away('11-23', '11-30') },
  { note: 'Earliest 1 December please', means: { not_before: '2026-12-01' } },
  { note: 'leave him til tax season is over', means: { not_before: '2027-04-16' } },
  { note: 'No reminders Black Friday thru Cyber Monday, store is nuts', means: away('11-27', '11-30') },
  { note: 'start 12/1, weekly', means: { not_before: '2026-12-01', every: 7 } },
  {
    note: 'Observes Shabbat - nothing Fri after 3 or on Saturday',
    means: {
      times: [
        { weekdays: [1, 2, 3, 4], from: '09:00', until: '18:00' },
        { weekdays: [5], from: '09:00', until: '15:00' },
      ],
    },
  },
  {
    note: 'dont start before the 2nd + dont ask for the mileage log, he has none',
    means: { not_before: '2026-12-02', not_for: ['mileage log'] },
  },
  { note: 'weekdays only', means: hours(WEEKDAYS) },
  { note: 'Traveling Dec 7 through 11, no emails then', means: away('12-07', '12-11') },
  { note: 'after 3pm only, she teaches', means: hours(WEEKDAYS, '15:00') },
  { note: 'Reminders on 12/4 and 12/14 only, firm', means: { ...FIRM, only_on: ['2026-12-04', '2026-12-14'] } },
  { note: 'Tues/Thurs only, after 2pm', means: hours([2, 4], '14:00') },
  {
    note: 'Friendly pls, and no emails on Thanksgiving or the day after',
    means: { ...away('11-26', '11-27'), ...GENTLE },
  },
  {
    note: 'leave alone til Dec 1. Kim sends the payroll so dont ask him for it',
    means: { not_before: '2026-12-01', not_for: ['payroll'] },
  },
  {
    note: 'Please no emails Fri afternoons, they close at noon',
    means: {
      times: [
        { weekdays: [1, 2, 3, 4], from: '09:00', until: '18:00' },
        { weekdays: [5], from: '09:00', until: '12:00' },
      ],
    },
  },
  { note: 'Poorly at the mo, be kind. Nothing until 7 Dec', means: { ...GENTLE, not_before: '2026-12-07' } },
  {
    note: 'out 12/1-12/3 and 12/9-12/11',
    means: {
      quiet: [
        { from: '2026-12-01', until: '2026-12-03' },
        { from: '2026-12-09', until: '2026-12-11' },
      ],
    },
  },
  { note: 'No emails before 10 or after 4, and skip Mondays', means: hours([2, 3, 4, 5], '10:00', '16:00') },
  { note: "On leave 11/25 - 12/4, friendly tone when she's back", means: { ...away('11-25', '12-04'), ...GENTLE } },
  { note: 'Office shuts 24 Dec to 3 Jan inclusive', means: { quiet: [{ from: '2026-12-24', until: '2027-01-03' }] } },
]
