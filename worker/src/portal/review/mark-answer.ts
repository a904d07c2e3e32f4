import type { AnswerMarks, MarkAnswer } from '@portal/contract/answer-review'
import { sql } from 'drizzle-orm'
import type { BookkeeperContext } from '../../context.ts'
import { sectionReviews } from '../../platform/db/schema/index.ts'
import { commit, type Step, step } from '../../platform/db/write.ts'
import { invalidInput } from '../../errors.ts'
import { publishToUser } from '../../platform/outbox/enqueue.ts'
import { openedSteps } from './open-submission.ts'
import { eventIds, requireWaiting, waitingSection } from './waiting-section.ts'

/** Returns a step that sets or removes one mark and keeps those of other tabs. It returns all marks. */
function markStep({ db }: BookkeeperContext, assignmentId: string, { version, field_id, mark }: MarkAnswer): Step {
  const { assignment_id, marks } = sectionReviews
  const flag = mark?.verdict === 'flagged' ? mark.flag : null
  const changed = mark ? { [field_id]: { verdict: mark.verdict, flag, version } } : {}
  // No merge patch, because it would remove the nulls of a mark.
  const merged = sql`(SELECT json_group_object(key, json(value)) FROM (
    SELECT key, value FROM json_each(${marks}) WHERE key <> ${field_id}
    UNION ALL SELECT key, value FROM json_each(excluded.marks)))`
  return step(
    db
      .insert(sectionReviews)
      .values({ assignment_id: assignmentId, marks: changed })
      .onConflictDoUpdate({ target: assignment_id, set: { marks: merged } })
      .returning({ marks }),
  )
}

/**
 * Marks an answer of the submission that waits for a review, which also opens it.
 * @throws AppError `not_found`, `archived`, `stale`, `invalid_input` when the section does not have the field
 */
export async function markAnswer(
  ctx: BookkeeperContext,
  assignmentId: string,
  input: MarkAnswer,
): Promise<{ marks: AnswerMarks }> {
  const section = await waitingSection(ctx, assignmentId, input.version)
  if (!section.fields.some((f) => f.id === input.field_id))
    throw invalidInput('field_id', 'The section does not have this question.')
  const [, [row] = []] = await commit(ctx, [
    requireWaiting(ctx, section),
    markStep(ctx, assignmentId, input),
    ...openedSteps(ctx, section),
    publishToUser(ctx, ctx.actor.userId, 'section.changed', eventIds(section)),
  ])
  return { marks: JSON.parse(String(row?.['marks'] ?? '{}')) as AnswerMarks }
}
