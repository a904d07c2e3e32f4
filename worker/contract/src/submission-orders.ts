/** Orders and groups of Form Submissions. Without zod, because the page reads them from its URL. */

/**
 * By last activity, longest waiting for a review, longest with the client, earliest due date of open sections, or
 * client.
 */
export const SUBMISSION_SORTS = ['newest', 'waiting', 'with_client', 'due', 'client'] as const
export type SubmissionSort = (typeof SUBMISSION_SORTS)[number]

export const SUBMISSION_GROUPS = ['client', 'workform'] as const
export type SubmissionGroupBy = (typeof SUBMISSION_GROUPS)[number]
