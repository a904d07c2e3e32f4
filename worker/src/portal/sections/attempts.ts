import type { AnswerToFix, AttemptOutcome } from '@portal/contract/answer-review'
import type { Answers } from '@portal/contract/fields'
import type { NonAnswers } from '@portal/contract/non-answers'
import { and, eq, isNull } from 'drizzle-orm'
import type { BookkeeperContext, ClientContext, Context } from '../../context.ts'
import { correctedAnswers, sectionAttempts } from '../../platform/db/schema/index.ts'
import { type Step, step } from '../../platform/db/write.ts'
import { filesOfAnswer } from './answer-files.ts'

/*
 * Every submission of a section is kept as an attempt: the answers, and the files by name, size and SHA-256. At most
 * one attempt of a section is open, that is without an outcome: the submission that waits for a review.
 */

/** What was submitted for a section, with the rows of its files. */
export interface Submission {
  answers: Answers
  non_answers: NonAnswers
  files: readonly { id: string; sha256: string }[]
}

/** A section that an attempt belongs to. */
interface AttemptedSection {
  id: string
  workform_id: string
  workform_version_id: string
}

export const contentOf = ({ answers, non_answers, files }: Submission) => {
  const sha256 = new Map(files.map((file) => [file.id, file.sha256]))
  return {
    answers,
    non_answers,
    files: Object.entries(answers).flatMap(([field_id, answer]) =>
      filesOfAnswer(answer).map((file) => ({ ...file, field_id, sha256: sha256.get(file.id) ?? '' })),
    ),
  }
}

const isOpenAttempt = (assignmentId: string) =>
  and(eq(sectionAttempts.assignment_id, assignmentId), isNull(sectionAttempts.outcome))

/** Returns a step that keeps a submission of the client. */
export function submissionStep(
  { db, now }: ClientContext,
  section: AttemptedSection & { version: number; assigned_by: string },
  submission: Submission,
): Step {
  const { id, workform_id, workform_version_id, assigned_by, version } = section
  return step(
    db.insert(sectionAttempts).values({
      assignment_id: id,
      version: version + 1,
      bookkeeper_id: assigned_by,
      workform_id,
      workform_version_id,
      submitted_at: now.toISOString(),
      ...contentOf(submission),
    }),
  )
}

/** A section that is being decided on. */
interface DecidedSection extends AttemptedSection {
  version: number
  submitted_at: string | null
  has_attempt: boolean
}

/**
 * Returns steps that record the outcome of a review. A rejection without a submission becomes an attempt of its own,
 * which statistics count.
 */
export function outcomeSteps(
  { db, now, actor }: BookkeeperContext,
  section: DecidedSection,
  outcome: Exclude<AttemptOutcome, 'recalled'>,
  { submission, flags = [] }: { submission?: Submission; flags?: readonly AnswerToFix[] } = {},
): Step[] {
  const { id, workform_id, workform_version_id, version, submitted_at } = section
  const decided_at = now.toISOString()
  const decided = {
    outcome,
    decided_at,
    rejected_at: outcome === 'approved' ? null : decided_at,
    flags: [...flags],
  }
  if (section.has_attempt) return [step(db.update(sectionAttempts).set(decided).where(isOpenAttempt(id)))]
  if (!submission) return []
  const row = {
    assignment_id: id,
    version,
    bookkeeper_id: actor.userId,
    workform_id,
    workform_version_id,
    submitted_at,
  }
  return [step(db.insert(sectionAttempts).values({ ...row, ...contentOf(submission), ...decided }))]
}

/** Returns a step that opens the approved attempt of a section again. */
export function reopenAttemptStep({ db }: Pick<Context, 'db'>, assignmentId: string): Step {
  const { assignment_id, outcome } = sectionAttempts
  return step(
    db
      .update(sectionAttempts)
      .set({ outcome: null, decided_at: null })
      .where(and(eq(assignment_id, assignmentId), eq(outcome, 'approved'))),
  )
}

/**
 * Returns steps that end the open attempt because the client took it back. If the bookkeeper has not opened it, its
 * content is removed, because the client has reconsidered what to send. It no longer answers an earlier rejection.
 */
export function recallAttemptSteps({ db, now }: Pick<Context, 'db' | 'now'>, assignmentId: string, isOpened: boolean) {
  const { assignment_id, submitted_at, resubmitted_at } = sectionAttempts
  const submittedAt = db.select({ submitted_at }).from(sectionAttempts).where(isOpenAttempt(assignmentId))
  const content = isOpened ? {} : { answers: {}, non_answers: {}, files: [] }
  return [
    step(
      db
        .delete(correctedAnswers)
        .where(and(eq(correctedAnswers.assignment_id, assignmentId), eq(correctedAnswers.at, submittedAt))),
    ),
    step(
      db
        .update(sectionAttempts)
        .set({ resubmitted_at: null })
        .where(and(eq(assignment_id, assignmentId), eq(resubmitted_at, submittedAt))),
    ),
    step(
      db
        .update(sectionAttempts)
        .set({ outcome: 'recalled', decided_at: now.toISOString(), ...content })
        .where(isOpenAttempt(assignmentId)),
    ),
  ]
}
