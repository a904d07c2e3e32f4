import { shortDate } from './dates.ts'
import type { Preferences, PreferencePart, ReminderTimes } from './preferences.ts'

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const
const TONES = { gentle: 'Gentle', neutral: '', firm: 'Firm' } as const

/** Returns 'A', 'A and B' or 'A, B and C'. */
const listed = (items: readonly string[]): string =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`

/** Returns '9 AM' for '09:00', and '5:30 PM' for '17:30'. */
function clock(time: string): string {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const past = minutes === 0 ? '' : `:${String(minutes).padStart(2, '0')}`
  return `${hours % 12 || 12}${past} ${hours % 24 < 12 ? 'AM' : 'PM'}`
}

/** Returns 'Mon – Thu' for consecutive weekdays, otherwise 'Tue, Thu'. */
function describeWeekdays(weekdays: readonly number[]): string {
  const sorted = weekdays.toSorted((a, b) => a - b)
  const [first = 0, last = 0] = [sorted[0], sorted.at(-1)]
  if (sorted.length > 2 && last - first === sorted.length - 1) return `${DAYS[first]} – ${DAYS[last]}`
  return sorted.map((day) => DAYS[day] ?? '').join(', ')
}

/** Returns 'Mon – Fri, 9 AM – 5 PM'. */
export const describeTimes = ({ weekdays, from, until }: ReminderTimes): string =>
  `${describeWeekdays(weekdays)}, ${clock(from)} – ${clock(until)}`

function describePeriod({ from, until }: Preferences['quiet'][number]): string {
  return from === until ? shortDate(from) : `${shortDate(from)} – ${shortDate(until)}`
}

function describeEvery(days: number): string {
  if (days === 1) return 'Every day'
  return days === 7 ? 'Once a week' : `Every ${days} days`
}

function describeTone({ before, after }: Preferences['tone']): string {
  if (before === after) return TONES[before]
  const sides = [before === 'neutral' ? '' : `${before} before`, after === 'neutral' ? '' : `${after} after`]
  const text = `${sides.filter(Boolean).join(' and ')} the due date`
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function describePart({ what, due, not_before }: PreferencePart): string {
  const dates = [
    ...(due ? [`by ${shortDate(due)}`] : []),
    ...(not_before ? [`not before ${shortDate(not_before)}`] : []),
  ]
  return `${what.length > 0 ? listed(what) : 'The rest'} ${dates.join(', ')}`
}

/** One preference in words, and the preferences without it. */
export interface DescribedPreference {
  kind: keyof Preferences
  label: string
  without: Preferences
}

const without = <T>(list: readonly T[], item: T): T[] => list.filter((x) => x !== item)

/** Returns the preferences in a few words each, such as 'Quiet Nov 28 – Dec 6' or 'Gentle'. */
export function describePreferences(p: Preferences): DescribedPreference[] {
  const described: (DescribedPreference | false)[] = [
    p.never && { kind: 'never', label: 'No reminders', without: { ...p, never: false } },
    p.hold !== null && {
      kind: 'hold',
      label: p.hold.ask_on ? `On hold, ask me on ${shortDate(p.hold.ask_on)}` : 'On hold until I release it',
      without: { ...p, hold: null },
    },
    p.not_before !== null && {
      kind: 'not_before',
      label: `Not before ${shortDate(p.not_before)}`,
      without: { ...p, not_before: null },
    },
    ...p.quiet.map((period) => ({
      kind: 'quiet' as const,
      label: `Quiet ${describePeriod(period)}`,
      without: { ...p, quiet: without(p.quiet, period) },
    })),
    ...p.times.map((times) => ({
      kind: 'times' as const,
      label: describeTimes(times),
      without: { ...p, times: without(p.times, times) },
    })),
    p.only_on !== null && {
      kind: 'only_on',
      label: `Only on ${listed(p.only_on.map(shortDate))}`,
      without: { ...p, only_on: null },
    },
    p.every !== null && { kind: 'every', label: describeEvery(p.every), without: { ...p, every: null } },
    p.max !== null && {
      kind: 'max',
      label: p.max === 1 ? 'One reminder' : `At most ${p.max} reminders`,
      without: { ...p, max: null },
    },
    describeTone(p.tone) !== '' && {
      kind: 'tone',
      label: describeTone(p.tone),
      without: { ...p, tone: { before: 'neutral', after: 'neutral' } },
    },
    p.first.length > 0 && { kind: 'first', label: `First: ${p.first.join(', then ')}`, without: { ...p, first: [] } },
    p.not_for.length > 0 && { kind: 'not_for', label: `Not for: ${listed(p.not_for)}`, without: { ...p, not_for: [] } },
    p.until_received.length > 0 && {
      kind: 'until_received',
      label: `Until received: ${listed(p.until_received)}`,
      without: { ...p, until_received: [] },
    },
    ...p.parts.map((part) => ({
      kind: 'parts' as const,
      label: describePart(part),
      without: { ...p, parts: without(p.parts, part) },
    })),
  ]
  return described.filter((item) => item !== false)
}
