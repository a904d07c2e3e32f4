import { and, eq, inArray, or, sql } from 'drizzle-orm'
import { audit } from '../../platform/audit/append.ts'
import { newEvidenceKey, sealEvidence } from '../../platform/audit/evidence.ts'
import type { BookkeeperContext } from '../../context.ts'
import { files } from '../../platform/db/schema/index.ts'
import { commitOnce, type Step } from '../../platform/db/write.ts'
import { filesOfAnswer, filesOfAnswers } from '../sections/answer-files.ts'
import { outcomeSteps } from '../sections/attempts.ts'
import { clearSubmission } from '../sections/return-answers.ts'
import { removeFiles } from '../../platform/storage/remove-files.ts'
import { decisionEntry, decisionSteps } from './decision-steps.ts'
import { keySteps, retryIfStale } from './evidence-key.ts'
import { deleteReviews } from './review-rows.ts'
import { type DecisionResult, labelOf, type SectionUnderReview, sectionUnderReview } from './section-under-review.ts'

/** Returns the submitted files. Other uploads of the section were never submitted. */
function submittedFiles(section: SectionUnderReview): SectionUnderReview['files'] {
  const submitted = new Set(filesOfAnswers(section.answers).map((f) => f.id))
  return section.files.filter((f) => submitted.has(f.id))
}

/** Returns steps that remove answers and files, those of earlier submissions included. */
function removalSteps(ctx: BookkeeperContext, section: SectionUnderReview): Step[] {
  const submitted = submittedFiles(section).map((f) => f.id)
  const isRemoved = or(inArray(files.id, submitted), eq(files.state, 'replaced'))
  return [
    clearSubmission(ctx, section),
    ...removeFiles(ctx, sql`${and(eq(files.assignment_id, section.id), isRemoved)}`),
    deleteReviews(ctx, [section.id]),
  ]
}

/** Returns the evidence of a rejection: reason, field names, answers, and files by name, size and SHA-256. */
function evidence(section: SectionUnderReview, reason: string) {
  return {
    reason,
    fields: section.fields
      .filter((f) => Object.hasOwn(section.answers, f.id))
      .map(({ id, name, type }) => ({ id, name, type })),
    answers: Object.fromEntries(
      Object.entries(section.answers).filter(([, answer]) => filesOfAnswer(answer).length === 0),
    ),
    files: submittedFiles(section).map(({ field_id, id, name, size, sha256 }) => ({
      field_id,
      id,
      name,
      size,
      sha256,
    })),
  }
}

async function reject(
  ctx: BookkeeperContext,
  assignmentId: string,
  { version, reason }: { version: number; reason: string },
): Promise<DecisionResult> {
  const review = await sectionUnderReview(ctx, 'reject', assignmentId, version)
  if (review.before) return review.before
  const { section, decided } = review
  const key = section.evidence_key ?? newEvidenceKey()
  const steps = decisionSteps(ctx, section, {
    event: 'reject',
    notes: reason,
    title: 'Section rejected',
    message: `${labelOf(section)} has been rejected and reopened for you. Reason: ${reason}`,
  })
  const sealed = await sealEvidence(ctx, key, section.client_id, evidence(section, reason))
  return commitOnce(
    ctx,
    [
      ...keySteps(ctx, section, key),
      ...steps,
      ...outcomeSteps(ctx, section, 'rejected', { submission: section }),
      ...removalSteps(ctx, section),
      ...sealed.steps,
      audit(ctx, decisionEntry(section, 'reject', sealed.detail)),
    ],
    decided,
  )
}

/**
 * Rejects a section on the version that was seen. Removes its answers and files and reopens it for the client.
 * @throws AppError `not_found`, `archived`, `stale`
 */
export const rejectSection = (
  ctx: BookkeeperContext,
  assignmentId: string,
  input: { version: number; reason: string },
): Promise<DecisionResult> => retryIfStale(() => reject(ctx, assignmentId, input))
