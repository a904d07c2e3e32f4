import { isBlank } from '@portal/contract/text'
import type { Held } from '@portal/contract/agent'
import { NO_PREFERENCES } from '@portal/contract/no-preferences'
import { commonTimes, mergePreferences } from '@portal/contract/merge-preferences'
import type { Preferences, ReminderTimes, UnderstoodNotes } from '@portal/contract/preferences'
import { notesHash } from '../sections/confirmed-preferences.ts'
import { localTime } from '../../platform/time/time-zone.ts'
import { dueDateOf } from './assignment-state.ts'
import type { AgentClient, Assignment, ClientState } from './client-state.ts'
import { understandNotes } from './notes/understand-notes.ts'

/** Returns the day on which the notes were written, from which "until Friday" is counted. */
export const notedOn = ({ sections }: Assignment, timeZone: string): string =>
  localTime(timeZone, new Date(sections.reduce((a, b) => (b.assigned_at > a.assigned_at ? b : a)).assigned_at)).day

const asksNothing = ({ preferences, not_understood }: UnderstoodNotes): boolean =>
  not_understood.length === 0 && JSON.stringify(preferences) === JSON.stringify(NO_PREFERENCES)

/**
 * Returns what the agent understands of notes that the bookkeeper has not confirmed, or null when there is nothing to
 * confirm.
 */
export function suggestionOf(assignment: Assignment, timeZone: string): UnderstoodNotes | null {
  const { notes, notes_hash } = assignment
  if (notes === null || isBlank(notes) || notes_hash === notesHash(notes)) return null
  const due = dueDateOf(assignment)
  const understood = understandNotes(notes, { today: notedOn(assignment, timeZone), due, timeZone })
  if (asksNothing(understood)) return null
  const { preferences } = assignment
  // What was confirmed for earlier notes goes on.
  return preferences
    ? { ...understood, preferences: mergePreferences(understood.preferences, preferences) }
    : understood
}

/** Returns the preferences for an assignment: its own, and those of the client. */
export const preferencesOf = (client: AgentClient, assignment: Assignment): Preferences =>
  mergePreferences(assignment.preferences ?? NO_PREFERENCES, client.preferences ?? NO_PREFERENCES)

/** Returns the assignments that reminders can be about. */
export const remindedOf = ({ client, assignments }: ClientState): Assignment[] =>
  assignments.filter((a) => dueDateOf(a) !== null && !a.paused && !preferencesOf(client, a).never)

/**
 * Returns why nothing is sent to a client until the bookkeeper decides, or null. A hold for one assignment applies to
 * all messages, because it is about the person.
 */
export function heldOf(state: ClientState): (Held & { about: Assignment[]; is_question: boolean }) | null {
  const { client } = state
  const open = remindedOf(state)
  if (open.length === 0) return null
  const unconfirmed = open.filter((a) => suggestionOf(a, client.time_zone) !== null)
  const [first] = unconfirmed
  if (first)
    return {
      ask_on: null,
      why: suggestionOf(first, client.time_zone)?.preferences.hold?.why ?? 'The notes are not confirmed yet.',
      about: unconfirmed,
      is_question: true,
    }
  const held = open.filter((a) => preferencesOf(client, a).hold !== null)
  const holds = held.flatMap((a) => preferencesOf(client, a).hold ?? [])
  // A hold without a date lasts longest.
  const hold =
    holds.find((h) => h.ask_on === null) ?? holds.toSorted((a, b) => ((a.ask_on ?? '') < (b.ask_on ?? '') ? 1 : -1))[0]
  return hold ? { ...hold, about: held, is_question: hold.ask_on !== null } : null
}

/** The preferences that apply to all messages to a client. */
export interface PersonPreferences extends Pick<Preferences, 'quiet' | 'times' | 'every'> {
  /** Whether there are times at which all preferences allow messages. */
  isReachable: boolean
}

/** Returns the preferences about a person: the client's, and the quiet periods and times of all open assignments. */
export function personOf(state: ClientState): PersonPreferences {
  const { client } = state
  const all = [client.preferences ?? NO_PREFERENCES, ...remindedOf(state).map((a) => a.preferences ?? NO_PREFERENCES)]
  const times = all.reduce<ReminderTimes[] | null>((common, p) => common && commonTimes(common, p.times), [])
  return {
    quiet: all.flatMap((p) => p.quiet),
    times: times ?? [],
    every: client.preferences?.every ?? null,
    isReachable: times !== null,
  }
}
