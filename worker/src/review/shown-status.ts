import { type Answers, isAnswered } from '@portal/contract/fields'
import type { SectionStatus } from '@portal/contract/statuses'

/** What a section's status is derived from. */
export interface StatusFacts {
  /** As stored; null where the section has none yet. */
  status: SectionStatus | null
  status_at: string | null
  submission_at: string
  answers: Answers
}

/**
 * The status as the bookkeeper sees it (specification, section 4 'Derived views'): pending where there is none, and pending where a
 * rejected section has been answered again since. The view shown_sections says the same in SQL, for the filters.
 */
export function shownStatus({ status, status_at, submission_at, answers }: StatusFacts): SectionStatus {
  if (status === null) return 'pending'
  const answeredSince =
    status === 'rejected' && submission_at > (status_at ?? '') && Object.values(answers).some(isAnswered)
  return answeredSince ? 'pending' : status
}

/** The submitted answers of one section. */
export const answersOf = (data: Record<string, Answers>, section: string): Answers =>
  Object.hasOwn(data, section) ? (data[section] ?? {}) : {}
