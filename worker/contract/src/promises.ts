import * as z from 'zod'
import { Day, Id } from './common.ts'

/** Schemas of dates in clients' messages, which are offered to the bookkeeper as preferences. */

/**
 * A client's message with a date: when they want to send something, are back, or have time. It is offered to the
 * bookkeeper, and has no effect by itself.
 */
export const ClientPromise = z.object({
  message_id: Id,
  /** The beginning of the message. */
  text: z.string(),
  /** The day before which the client should not be reminded. */
  not_before: Day,
})
export type ClientPromise = z.infer<typeof ClientPromise>

/** The latest promise of a client that could become a preference. */
export const LatestPromise = z.object({ promise: ClientPromise.nullable() })

/** Accepts a client's promise: no reminders before the day. */
export const AcceptPromise = z.object({ message_id: Id, not_before: Day })
/** The state before an accepted promise, with which it can be undone. */
export const AcceptedPromise = z.object({
  /** The client's `not_before`. */
  previous: Day.nullable(),
  /** Number of the last message that the bookkeeper had read; null if no message was marked as read. */
  read_seq: z.number().int().nullable(),
})
export type AcceptedPromise = z.infer<typeof AcceptedPromise>
export const UndoPromise = AcceptPromise.extend(AcceptedPromise.shape)
