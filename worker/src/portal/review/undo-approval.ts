import { sql } from 'drizzle-orm'
import { audit } from '../../platform/audit/append.ts'
import type { BookkeeperContext } from '../../context.ts'
import { notificationReads } from '../../platform/db/schema/index.ts'
import { commitOnce, type Step, step } from '../../platform/db/write.ts'
import { submissionNotification } from '../notifications/derive-notifications.ts'
import { reopenAttemptStep } from '../sections/attempts.ts'
import { restoreProgressStep } from '../sections/restore-progress.ts'
import { decisionEntry, decisionSteps } from './decision-steps.ts'
import { setReview } from './review-rows.ts'
import { type DecidedSection, type DecisionResult, labelOf, sectionUnderReview } from './section-under-review.ts'

const OUTCOMES = { undo: 'It is being reviewed again.', reopen: 'You can fill it in again.' } as const

/** Returns a step that keeps the notification of an approved submission read, although it waits for review again. */
const keepReadStep = ({ db, now, actor }: BookkeeperContext, { id, submitted_at }: DecidedSection): Step =>
  step(
    db
      .insert(notificationReads)
      .values({
        user_id: actor.userId,
        notification_id: submissionNotification({ id: sql`${id}`, submitted_at: sql`${submitted_at}` }),
        read_at: now.toISOString(),
      })
      .onConflictDoNothing(),
  )

/**
 * Undoes an approval. A submitted section waits for review again; one that was never submitted is open for the client.
 * @throws AppError `not_found`, `archived`, `stale`
 */
export async function undoApproval(
  ctx: BookkeeperContext,
  assignmentId: string,
  { version }: { version: number },
): Promise<DecisionResult> {
  const review = await sectionUnderReview(ctx, 'undo', assignmentId, version)
  if (review.before) return review.before
  const { section, decided } = review
  const event = review.event === 'reopen' ? 'reopen' : 'undo'
  const steps = decisionSteps(ctx, section, {
    event,
    notes: null,
    title: 'Approval undone',
    message: `The approval of ${labelOf(section)} was undone. ${OUTCOMES[event]}`,
  })
  const reverted =
    event === 'reopen'
      ? [restoreProgressStep(ctx, section.id)]
      : // The bookkeeper has opened the submission, so the client can only ask for it.
        [
          reopenAttemptStep(ctx, section.id),
          setReview(ctx, section.id, { opened_version: decided.version }),
          keepReadStep(ctx, section),
        ]
  return commitOnce(ctx, [...steps, ...reverted, audit(ctx, decisionEntry(section, event))], decided)
}
