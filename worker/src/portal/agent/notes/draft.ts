import type { Tone } from '@portal/contract/no-preferences'
import type { PreferencePart, QuietPeriod, ReminderTimes } from '@portal/contract/preferences'
import type { DateValue } from './marks.ts'

/** What has been understood of a note so far. */
export interface Draft {
  never: boolean
  /** Explicit requests to wait, with the date to ask on. */
  holds: { ask_on: string | null }[]
  not_before: string | null
  quiet: QuietPeriod[]
  /** Periods in which the client is away; reminders are not sent unless the note allows them. */
  absences: QuietPeriod[]
  /** A period that starts today because the note does not say when, such as "give her a week". */
  fromToday: boolean
  /** A reason for care that usually comes with a period, such as an illness. */
  needsCare: boolean
  /** An absence whose dates are in another part of the note. */
  needsPeriod: boolean
  /** The note says that reminders are welcome. */
  welcome: boolean
  /** Weekdays (0 is Sunday) that are allowed or not; null when the note does not say. */
  onlyWeekdays: number[] | null
  notWeekdays: number[]
  /** Weekdays with an event, such as "Tuesdays are dialysis", which another part of the note must explain. */
  eventWeekdays: number[]
  /** Hours on some weekdays at which nothing is sent. */
  notHours: ReminderTimes[]
  from: string | null
  until: string | null
  /** Complete times, which take the place of weekdays and hours. */
  times: ReminderTimes[]
  every: number | null
  rarely: boolean
  often: boolean
  max: number | null
  /** Number of reminders that are on stated dates. */
  dated: number
  only_on: string[]
  /** `overdue` is the tone after the due date when the note names it; `isStated` when a rule about tones applied. */
  tone: { before: Set<Tone>; after: Set<Tone>; overdue: Tone | null; isStated: boolean }
  first: string[]
  not_for: string[]
  until_received: string[]
  parts: PreferencePart[]
  /** What the agent cannot do. */
  impossible: string[]
  /** What can be read in two ways or contradicts something else. */
  doubts: string[]
}

export const emptyDraft = (): Draft => ({
  never: false,
  holds: [],
  not_before: null,
  quiet: [],
  absences: [],
  fromToday: false,
  needsCare: false,
  needsPeriod: false,
  welcome: false,
  onlyWeekdays: null,
  notWeekdays: [],
  eventWeekdays: [],
  notHours: [],
  from: null,
  until: null,
  times: [],
  every: null,
  rarely: false,
  often: false,
  max: null,
  dated: 0,
  only_on: [],
  tone: { before: new Set(), after: new Set(), overdue: null, isStated: false },
  first: [],
  not_for: [],
  until_received: [],
  parts: [],
  impossible: [],
  doubts: [],
})

/** What a rule can use besides the words it matches. */
export interface RuleContext {
  today: string
  due: string | null
  draft: Draft
  /** Whether the note is a mail of the client, so that "I" is the client. */
  isMail: boolean
  /** Returns a date, and notes a doubt when it can be read in two ways. */
  date: (value: DateValue) => DateValue
}
