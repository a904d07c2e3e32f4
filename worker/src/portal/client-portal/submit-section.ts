import { cleanAnswers } from '@portal/contract/clean-answers'
import type { SubmitSection } from '@portal/contract/client-portal'
import {
  type Answers,
  answerProblem,
  type FileAnswer,
  missingRequired,
  takesFiles,
  type WorkformField,
} from '@portal/contract/fields'
import { tooManyToChoose } from '@portal/contract/limit-messages'
import { MAX_FILES_PER_FIELD } from '@portal/contract/limits'
import type { NonAnswers } from '@portal/contract/non-answers'
import { can, SECTION_MACHINE } from '@portal/contract/section-machine'
import type { SectionStatus } from '@portal/contract/statuses'
import type { ClientContext } from '../../context.ts'
import { storedResponse, readStoredResponse } from '../../platform/db/stored-response.ts'
import { commitOnce } from '../../platform/db/write.ts'
import { AppError } from '../../errors.ts'
import {
  fieldsOf,
  fileAnswer,
  ownSection,
  type SectionFile,
  sectionFiles,
  shownSection,
  statusOf,
  answersToSave,
  nonAnswersToSave,
} from '../sections/own-section.ts'
import { attributeAnswers } from '../sections/contributions.ts'
import { correctionSteps, rejectedAttempt } from '../sections/corrections.ts'
import { submitSteps } from './submit-steps.ts'

/** The result of a submission. */
export interface Submitted {
  assignment_id: string
  status: SectionStatus
  version: number
}

const problemAt = (
  code: 'missing_required' | 'invalid_input',
  problems: readonly { field: WorkformField; message: string }[],
): AppError =>
  new AppError(code, {
    ...(code === 'invalid_input' && problems[0] ? { detail: `${problems[0].field.name}: ${problems[0].message}` } : {}),
    errors: problems.map(({ field, message }) => ({ path: `answers.${field.id}`, message })),
  })

/** Returns the files of an answer from their rows, ignoring names, paths and sizes in the request. */
function chosenFiles(
  field: WorkformField,
  sent: Answers[string] | undefined,
  uploaded: readonly SectionFile[],
): FileAnswer[] | undefined {
  if (!Array.isArray(sent)) return sent === undefined || sent === null || sent === '' ? [] : undefined
  const ids = [...new Set(sent.map((f) => (typeof f === 'string' ? f : f.id)))]
  const rows = ids.map((id) => uploaded.find((u) => u.id === id && u.field_id === field.id))
  return rows.every((r) => r !== undefined) ? rows.map(fileAnswer) : undefined
}

/**
 * Validates the answers and returns those to store.
 * @throws AppError `missing_required` or `invalid_input`, naming the fields
 */
export function submittedAnswers(
  fields: readonly WorkformField[],
  sent: Answers,
  uploaded: readonly SectionFile[],
  nonAnswers: NonAnswers = {},
): Answers {
  const answers = cleanAnswers(fields, answersToSave(fields, sent))
  const problems: { field: WorkformField; message: string }[] = []
  for (const field of fields.filter(takesFiles)) {
    const files = chosenFiles(field, Object.hasOwn(sent, field.id) ? sent[field.id] : undefined, uploaded)
    const maxFiles = Math.min(field.maxFiles ?? MAX_FILES_PER_FIELD, MAX_FILES_PER_FIELD)
    if (!files) problems.push({ field, message: 'A file no longer exists. Please check this field again.' })
    else if (files.length > maxFiles) problems.push({ field, message: tooManyToChoose(maxFiles, 'files') })
    else if (files.length > 0) answers[field.id] = files
  }
  const missing = problems.length === 0 ? missingRequired(fields, answers, nonAnswers) : []
  if (missing.length > 0)
    throw problemAt(
      'missing_required',
      missing.map((field) => ({ field, message: 'This field is required.' })),
    )
  for (const field of fields) {
    const message = answerProblem(field, answers[field.id])
    if (message) problems.push({ field, message })
  }
  if (problems.length > 0) throw problemAt('invalid_input', problems)
  return answers
}

/**
 * Submits a section for review, on the version that the client saw. Notification, mail, live events and audit entry are
 * part of the same batch. A repeat with the same Idempotency-Key has no second effect.
 * @throws AppError `not_found`, `archived`, `section_locked`, `stale`, `missing_required`, `invalid_input`
 */
export async function submitSection(
  ctx: ClientContext,
  assignmentId: string,
  input: SubmitSection,
): Promise<Submitted> {
  const [sections, uploaded, attempts, before] = await ctx.db.batch([
    ownSection(ctx, assignmentId),
    sectionFiles(ctx, assignmentId),
    rejectedAttempt(ctx, assignmentId),
    storedResponse(ctx),
  ])
  const answered = readStoredResponse(ctx, before) as Submitted | undefined
  if (answered) return answered
  const section = shownSection(sections[0])
  if (!can('submit', statusOf(section))) throw new AppError('section_locked')
  if (section.version !== input.version) throw new AppError('stale')
  const fields = fieldsOf(section.all_fields, section.name)
  const given = input.non_answers ?? section.draft?.non_answers ?? {}
  const answers = submittedAnswers(fields, input.answers, uploaded, given)
  const content = { answers, non_answers: nonAnswersToSave(fields, given, answers), files: uploaded }
  const submitted = { assignment_id: section.id, status: SECTION_MACHINE.submit.to, version: section.version + 1 }
  const corrections = correctionSteps(ctx, attempts[0], section, content)
  const typed = answersToSave(fields, answers)
  const attributed = attributeAnswers(ctx, section.id, section.draft?.answers ?? section.submitted, typed)
  return commitOnce(ctx, [...submitSteps(ctx, section, content), ...corrections, ...attributed], submitted)
}
