import * as z from 'zod'
import { COMMITMENT_STATES } from './commitment-rules.ts'
import { Day, Id, page, PageQuery } from './common.ts'

/**
 * Schemas of commitments: a client promises to send a workform by a day, and reminders about it pause until the day
 * after. Screens call it a promise. Dates in messages, which only the bookkeeper acts on, are in promises.ts.
 */

export const Commitment = z.object({
  /** The day by which the client has promised to send everything, in the client's time zone. */
  day: Day,
  /** `kept`: everything was sent by then. `missed`: the day is over, and it was not. */
  state: z.enum(COMMITMENT_STATES),
})
export type Commitment = z.infer<typeof Commitment>

/** Promises to send a workform by a day. */
export const SetCommitment = z.object({ day: Day })

/** What a client can promise about a workform with something left to send, and has promised. */
export const PortalCommitment = z.object({
  /** The day of the latest promise that was not kept yet. */
  day: Day.nullable(),
  /** Whether that day is over. */
  is_missed: z.boolean(),
  /** The last day that can be promised. */
  last_day: Day,
})
export type PortalCommitment = z.infer<typeof PortalCommitment>

/** A commitment in the bookkeeper's list of follow-ups. */
export const ListedCommitment = Commitment.extend({
  id: Id,
  client_id: Id,
  client_name: z.string(),
  workform_id: Id,
  workform_name: z.string(),
})
export type ListedCommitment = z.infer<typeof ListedCommitment>

/** `upcoming` lists what is still open, earliest first; `past` what was kept or missed, latest first. */
export const CommitmentsQuery = PageQuery.extend({
  show: z.enum(['upcoming', 'past']).default('upcoming'),
  client: Id.optional(),
})
export const CommitmentsPage = page(ListedCommitment)
export type CommitmentsPage = z.infer<typeof CommitmentsPage>
