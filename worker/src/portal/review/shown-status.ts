import { type Answers, isAnswered } from '@portal/contract/fields'
import type { SectionStatus } from '@portal/contract/statuses'

/** The facts from which the shown status is derived. */
export interface StatusFacts {
  /** The stored status, if any. */
  status: SectionStatus | null
  status_at: string | null
  submission_at: string
  answers: Answers
}

/**
 * Returns the status that the bookkeeper sees. A section without a status is pending, and so is a rejected one that was
 * answered again. The view shown_sections implements the same rule for the filters.
 */
export function shownStatus({ status, status_at, submission_at, answers }: StatusFacts): SectionStatus {
  if (status === null) return 'pending'
  const answeredSince =
    status === 'rejected' && submission_at > (status_at ?? '') && Object.values(answers).some(isAnswered)
  return answeredSince ? 'pending' : status
}
