import type { AnswerMarks } from '@portal/contract/answer-review'
import { inArray } from 'drizzle-orm'
import type { BookkeeperContext } from '../../context.ts'
import { sectionReviews } from '../../platform/db/schema/index.ts'
import { type Step, step } from '../../platform/db/write.ts'

/** Returns a step that changes the review of a section, which may not have a row yet. */
export function setReview(
  { db }: Pick<BookkeeperContext, 'db'>,
  assignmentId: string,
  review: { opened_version?: number; recall_requested_at?: null; marks?: AnswerMarks },
): Step {
  return step(
    db
      .insert(sectionReviews)
      .values({ assignment_id: assignmentId, ...review })
      .onConflictDoUpdate({ target: sectionReviews.assignment_id, set: review }),
  )
}

/** Returns a step that deletes the reviews of sections that were approved or rejected as a whole. */
export const deleteReviews = ({ db }: Pick<BookkeeperContext, 'db'>, assignmentIds: readonly string[]): Step =>
  step(db.delete(sectionReviews).where(inArray(sectionReviews.assignment_id, [...assignmentIds])))
