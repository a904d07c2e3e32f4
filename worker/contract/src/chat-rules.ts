import { MESSAGE_EDIT_MS } from './limits.ts'

/** Whether a message can still be edited: five minutes to the millisecond. `now` is in milliseconds since the epoch. */
export function isEditable(createdAt: string, now: number): boolean {
  return now - Date.parse(createdAt) <= MESSAGE_EDIT_MS
}
