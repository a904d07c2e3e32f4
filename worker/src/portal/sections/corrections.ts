import { cleanText } from '@portal/contract/text'
import { type Answer, isAnswered, type WorkformField } from '@portal/contract/fields'
import { matchSections } from '@portal/contract/match-sections'
import { and, desc, eq, isNotNull, isNull } from 'drizzle-orm'
import type { ClientContext } from '../../context.ts'
import { correctedAnswers, sectionAttempts, workformVersions } from '../../platform/db/schema/index.ts'
import { type Step, step } from '../../platform/db/write.ts'
import { filesOfAnswer } from './answer-files.ts'
import type { Submission } from './attempts.ts'
import { fieldsOf } from './own-section.ts'

/*
 * The answers that a client changes in the submission after a rejection were corrected. A rejection of the whole
 * section does not say which of them were wrong.
 */

/** Returns a text that is the same for equal answers. Files are equal when their content is. */
function comparable(answer: Answer, sha256: ReadonlyMap<string, string>): string {
  if (!Array.isArray(answer)) return JSON.stringify(typeof answer === 'string' ? cleanText(answer) : answer)
  const files = filesOfAnswer(answer).map((file) => sha256.get(file.id) ?? file.id)
  return JSON.stringify([...answer.filter((item) => typeof item === 'string'), ...files].toSorted())
}

/** Returns a lookup of what was submitted for a field, as a text that is the same for equal content. */
function valuesOf({ answers, non_answers, files }: Submission): (id: string) => string {
  const sha256 = new Map(files.map((file) => [file.id, file.sha256]))
  return (id) => {
    const answer = answers[id]
    if (answer !== undefined && isAnswered(answer)) return comparable(answer, sha256)
    const nonAnswer = non_answers[id]
    return nonAnswer ? `${nonAnswer.reason} ${nonAnswer.note}` : ''
  }
}

/** Returns a query for the latest rejection of a section after which nothing was submitted. */
export function rejectedAttempt({ db }: ClientContext, assignmentId: string) {
  const { assignment_id, version, rejected_at, resubmitted_at, workform_version_id } = sectionAttempts
  return db
    .select({
      version,
      bookkeeper_id: sectionAttempts.bookkeeper_id,
      submitted_at: sectionAttempts.submitted_at,
      answers: sectionAttempts.answers,
      non_answers: sectionAttempts.non_answers,
      files: sectionAttempts.files,
      fields: workformVersions.fields,
    })
    .from(sectionAttempts)
    .innerJoin(workformVersions, eq(workformVersions.id, workform_version_id))
    .where(and(eq(assignment_id, assignmentId), isNotNull(rejected_at), isNull(resubmitted_at)))
    .orderBy(desc(version))
    .limit(1)
}
type RejectedAttempt = Awaited<ReturnType<typeof rejectedAttempt>>[number]

/** A section that is submitted again. */
interface SubmittedSection {
  id: string
  name: string
  workform_id: string
  all_fields: readonly WorkformField[]
}

/** Returns the questions whose answers have changed. Questions that were added in the meantime are left out. */
function correctedFields(before: RejectedAttempt, section: SubmittedSection, submission: Submission): string[] {
  const from = matchSections(before.fields, section.all_fields).find((move) => move.to === section.name)?.from
  const [was, is] = [valuesOf(before), valuesOf(submission)]
  const asked = new Set(fieldsOf(section.all_fields, section.name).map((f) => f.id))
  return fieldsOf(before.fields, from ?? section.name)
    .map((f) => f.id)
    .filter((id) => asked.has(id) && was(id) !== is(id))
}

/**
 * Returns steps that record the questions whose answers differ from those that were rejected, if any were. First
 * answers are not corrections.
 */
export function correctionSteps(
  { db, now }: ClientContext,
  before: RejectedAttempt | undefined,
  section: SubmittedSection,
  submission: Submission,
): Step[] {
  if (!before) return []
  const at = now.toISOString()
  const { version, bookkeeper_id } = before
  const { id: assignment_id, workform_id } = section
  const fields = before.submitted_at === null ? [] : correctedFields(before, section, submission)
  const rows = fields.map((field_id) => ({ assignment_id, version, field_id, bookkeeper_id, workform_id, at }))
  const answered = db
    .update(sectionAttempts)
    .set({ resubmitted_at: at })
    .where(
      and(
        eq(sectionAttempts.assignment_id, assignment_id),
        isNotNull(sectionAttempts.rejected_at),
        isNull(sectionAttempts.resubmitted_at),
      ),
    )
  return [step(answered), ...(rows.length > 0 ? [step(db.insert(correctedAnswers).values(rows))] : [])]
}
