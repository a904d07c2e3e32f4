import type { Answers, WorkformField } from '@portal/contract/fields'
import { DRAFT_VERSIONS_PER_ROUND } from '@portal/contract/limits'
import type { NonAnswers } from '@portal/contract/non-answers'
import { and, eq, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { bookFormSubmissions, sectionDrafts } from '../../platform/db/schema/index.ts'
import { type Step, step } from '../../platform/db/write.ts'
import { answersToSave } from './own-section.ts'

interface SubmittedSection {
  id: string
  submission_id: string
  client_id: string
  name: string
  version: number
}

/** What was submitted, and when. */
interface ReturnedContent {
  fields: readonly WorkformField[]
  answers: Answers
  non_answers: NonAnswers
  submitted_at: string | null
}

/** Returns a step that removes the answers and non-answers of a section from its submission. */
export function clearSubmission(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { submission_id, client_id, name }: Omit<SubmittedSection, 'version'>,
): Step {
  const submissions = bookFormSubmissions
  // A merge patch, because section names may contain characters that a JSON path cannot.
  const without = (column: typeof submissions.data | typeof submissions.non_answers) =>
    sql`json_patch(${column}, json_object(${name}, NULL))`
  return step(
    db
      .update(submissions)
      .set({
        data: without(submissions.data),
        non_answers: without(submissions.non_answers),
        updated_at: now.toISOString(),
      })
      .where(and(eq(submissions.id, submission_id), eq(submissions.client_id, client_id))),
    'not_found',
  )
}

/**
 * Returns steps that turn a submission into a draft of the client. Files stay where they are, because they have rows of
 * their own.
 */
export function returnAnswers(
  ctx: Pick<Context, 'db' | 'now'>,
  section: SubmittedSection,
  { fields, answers, non_answers, submitted_at }: ReturnedContent,
): Step[] {
  const draft = {
    answers: answersToSave(fields, answers),
    non_answers,
    version: (section.version + 1) * DRAFT_VERSIONS_PER_ROUND + 1,
    // When the client wrote it, which escalations name.
    updated_at: submitted_at ?? ctx.now.toISOString(),
  }
  return [
    clearSubmission(ctx, section),
    step(
      ctx.db
        .insert(sectionDrafts)
        .values({ assignment_id: section.id, ...draft })
        .onConflictDoUpdate({ target: sectionDrafts.assignment_id, set: draft }),
    ),
  ]
}
