import type { SectionAttempt } from '@portal/contract/answer-review'
import type { ReviewSection } from '@portal/contract/review'
import { useMemo } from 'react'
import { lastSeen, type ReviewedAnswer, reviewedAnswers } from './changes.ts'

const NONE: readonly SectionAttempt[] = []

/**
 * Returns the answers to review. They stay the same objects while only marks change.
 * @param attempts the submissions, newest first; undefined in the first review
 */
export function useReviewedAnswers(
  section: Pick<ReviewSection, 'fields' | 'answers' | 'non_answers'>,
  attempts: readonly SectionAttempt[] = NONE,
): ReviewedAnswer[] {
  const { fields, answers, non_answers } = section
  return useMemo(
    () => reviewedAnswers({ fields, answers, non_answers }, lastSeen(attempts), attempts[0]),
    [fields, answers, non_answers, attempts],
  )
}
