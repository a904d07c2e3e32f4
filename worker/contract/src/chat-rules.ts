import { MESSAGE_EDIT_MS } from './limits.ts'

/** Returns whether a message can still be edited. `now` is in milliseconds since the epoch. */
export function isEditable(createdAt: string, now: number): boolean {
  return now - Date.parse(createdAt) <= MESSAGE_EDIT_MS
}
