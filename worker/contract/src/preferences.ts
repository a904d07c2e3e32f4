import * as z from 'zod'
import { Day, requiredText } from './common.ts'
import { PREFERENCE_TEXT_MAX, REMINDER_HOURS } from './limits.ts'
import { TONES } from './no-preferences.ts'

/** Preferences for the agent's reminders, for a client or for one of their assignments. */

/** A time of day, HH:MM, at which a reminder can be sent. */
const ClockTime = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Please enter a valid time.')
  .refine(
    (time) => time >= REMINDER_HOURS.from && time <= REMINDER_HOURS.until,
    `Please choose a time between ${REMINDER_HOURS.from} and ${REMINDER_HOURS.until}.`,
  )

/** Dates without reminders, both included. */
export const QuietPeriod = z
  .object({ from: Day, until: Day })
  .refine(({ from, until }) => from <= until, { path: ['until'], message: 'The end is before the start.' })
export type QuietPeriod = z.infer<typeof QuietPeriod>

/** Times on weekdays (0 is Sunday) at which reminders can be sent, in the client's time zone. */
export const ReminderTimes = z
  .object({ weekdays: z.array(z.int().min(0).max(6)).min(1).max(7), from: ClockTime, until: ClockTime })
  .refine(({ from, until }) => from < until, { path: ['until'], message: 'The end is before the start.' })
  .meta({ examples: [{ weekdays: [1, 2, 3, 4, 5], from: '09:00', until: '17:00' }] })
export type ReminderTimes = z.infer<typeof ReminderTimes>

const text = requiredText(PREFERENCE_TEXT_MAX, 'line')
const texts = z.array(text).max(10)

/** No reminders until the bookkeeper releases them. On `ask_on` the agent asks whether to start. */
export const Hold = z.object({ ask_on: Day.nullable(), why: text })
export type Hold = z.infer<typeof Hold>

/** Other dates for some documents. An empty `what` means all that no other list names. */
export const PreferencePart = z.object({ what: texts, due: Day.nullable(), not_before: Day.nullable() })
export type PreferencePart = z.infer<typeof PreferencePart>

/** What the bookkeeper wants of the reminders. Each restriction applies in addition to the others. */
export const Preferences = z.object({
  /** No reminders at all. */
  never: z.boolean(),
  hold: Hold.nullable(),
  not_before: Day.nullable(),
  quiet: z.array(QuietPeriod).max(20),
  /** Empty: weekdays from 9:00 to 18:00. */
  times: z.array(ReminderTimes).max(14),
  /** Maximum number of reminders about an assignment. */
  max: z.int().min(1).max(50).nullable(),
  /** Reminders on these dates only; null for the default rhythm. */
  only_on: z.array(Day).min(1).max(20).nullable(),
  /** Days from one reminder to the next; null for the default rhythm. */
  every: z.int().min(1).max(90).nullable(),
  /** The tone until the due date and after it. */
  tone: z.object({ before: z.enum(TONES), after: z.enum(TONES) }),
  /** What to ask for first, in order. */
  first: texts,
  /** What not to ask for. */
  not_for: texts,
  /** Reminders end when these are submitted. */
  until_received: texts,
  parts: z.array(PreferencePart).max(10),
})
export type Preferences = z.infer<typeof Preferences>

/** What the agent understood of a bookkeeper's notes. */
export const UnderstoodNotes = z.object({
  preferences: Preferences,
  /** Parts of the notes that were not understood or that the agent cannot do. */
  not_understood: z.array(z.string()),
})
export type UnderstoodNotes = z.infer<typeof UnderstoodNotes>
