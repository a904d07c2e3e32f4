import { addDays } from './dates.ts'

/** Rules of commitments, without the schemas: pages that use them must not load zod. */

export const COMMITMENT_STATES = ['open', 'kept', 'missed'] as const
export type CommitmentState = (typeof COMMITMENT_STATES)[number]

/** Days ahead that can be promised for work that is overdue, or has no due date. */
const DAYS_AHEAD_MAX = 14

/**
 * Returns the last day that a client can promise: the due date, or, when it has passed, two weeks after the first
 * promise, so that a promise cannot be put off again and again.
 * @param due the earliest due date of what is left to send
 * @param since the day of the first promise; today if there is none that is not over
 */
export const lastCommitmentDay = (due: string | null, today: string, since = today): string =>
  due !== null && due >= today ? due : addDays(since, DAYS_AHEAD_MAX)
