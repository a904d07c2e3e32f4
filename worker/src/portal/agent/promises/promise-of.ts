import { cutText } from '@portal/contract/text'
import type { ClientPromise } from '@portal/contract/promises'
import type { Preferences } from '@portal/contract/preferences'
import { localTime } from '../../../platform/time/time-zone.ts'
import type { ClientMessage } from './client-messages.ts'
import { promisedDay } from './read-promise.ts'

/** Characters of a message that are shown with the offer. */
const SHOWN_MAX = 160

/** Returns whether dates in digits start with the month. */
const isMonthFirst = (timeZone: string): boolean => /^(?:America|Pacific\/Honolulu|US)\b/.test(timeZone)

/**
 * Returns the latest promise in messages of a client; null if there is none, its day has passed, or no reminder would
 * be sent before that day anyway. Days are those of the client's time zone, in which "tomorrow" was written.
 * @param messages the newest first
 */
export function promiseOf(
  messages: readonly ClientMessage[],
  { time_zone, preferences }: { preferences: Preferences | null; time_zone: string },
  now: Date,
): ClientPromise | null {
  const today = localTime(time_zone, now).day
  for (const { id, text, at } of messages) {
    const written = localTime(time_zone, new Date(at)).day
    const day = promisedDay(text, { today: written, due: null, monthFirst: isMonthFirst(time_zone) })
    if (day === null || day <= today || day <= (preferences?.not_before ?? '')) continue
    const shown = cutText(text, SHOWN_MAX, '…')
    return { message_id: id, text: shown, not_before: day }
  }
  return null
}
