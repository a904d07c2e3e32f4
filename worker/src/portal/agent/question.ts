import { localTime, instantAt } from '../../platform/time/time-zone.ts'
import type { AboutAssignment } from '../../platform/db/schema/index.ts'
import { dueDateOf, openSections } from './assignment-state.ts'
import type { ClientState } from './client-state.ts'
import { heldOf } from './preferences-of.ts'
import { plainText } from './words/plain-text.ts'

/** The minute of the day at which the agent asks on the day that the bookkeeper has chosen. */
const ASK_AT = 9 * 60

/** Asks the bookkeeper whether reminders to a client can start. */
export interface Question {
  /** The day and time of the question, in the client's time zone. */
  day: string
  at: Date
  /** Whether the bookkeeper gets a mail and a notification at that time. */
  notifies: boolean
  about: AboutAssignment[]
  subject: string
  text: string
}

const NAME_MAX = 60

/** Returns the question to the bookkeeper while reminders to a client are held, or null. */
export function questionOf(state: ClientState, now: Date): Question | null {
  const { client } = state
  const held = heldOf(state)
  if (!held || client.mode === 'off' || client.status === 'inactive') return null
  const today = localTime(client.time_zone, now).day
  // What was asked stays asked on a day that has not begun here: the client's time zone may have changed.
  const asked = state.followUps.find((f) => f.kind === 'question' && (f.ready || f.day <= today))
  const day = held.ask_on ?? asked?.day ?? today
  const name = plainText(client.name, NAME_MAX)
  const workforms = held.about.map((a) => `"${plainText(a.workform_name, NAME_MAX)}"`).join(', ')
  return {
    day,
    at: held.ask_on === null ? new Date(asked?.at ?? now) : instantAt(client.time_zone, held.ask_on, ASK_AT),
    notifies: held.is_question,
    about: held.about.map((a) => ({
      submission_id: a.submission_id,
      workform_id: a.workform_id,
      workform_name: a.workform_name,
      due_date: dueDateOf(a) ?? today,
      step: 0,
      overdue: 0,
      open: openSections(a).length,
    })),
    subject: `Can reminders to ${name} start?`,
    text: `Nothing is sent to ${name} about ${workforms} until you decide. ${held.why}`,
  }
}
