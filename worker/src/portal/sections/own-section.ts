import {
  acceptsNonAnswer,
  type Answers,
  type FileAnswer,
  isAnswered,
  takesFiles,
  type WorkformField,
} from '@portal/contract/fields'
import type { NonAnswers } from '@portal/contract/non-answers'
import type { SectionStatus } from '@portal/contract/statuses'
import { and, asc, eq, exists, isNull, or, type SQL } from 'drizzle-orm'
import { fileInScope, sectionInScope } from '../auth/guests/scope.ts'
import type { ClientContext } from '../../context.ts'
import {
  bookClients,
  bookClientWorkforms,
  bookFormSubmissions,
  bookWorkforms,
  files,
  profiles,
  sectionDrafts,
  sectionReviews,
  workformSectionStatuses,
  workformVersions,
} from '../../platform/db/schema/index.ts'
import { isShown } from '../../platform/db/archived.ts'
import { isOpenStatus } from '../../platform/db/section-phase.ts'
import { check, type Step } from '../../platform/db/write.ts'
import { AppError, found } from '../../errors.ts'
import { contributionsOf } from './contributions.ts'
import { sectionAnswers, sectionNonAnswers } from './section-content.ts'
import { ofSection } from '../../platform/db/of-section.ts'

const ARCHIVED_FOR_CLIENT =
  'Your bookkeeper has archived this workform. There is nothing to do for it, and your answers are kept.'

/** Returns a query for a section of the signed-in client with its status, fields, answers, draft and people. */
export function ownSection(ctx: ClientContext, assignmentId: string | SQL<string>) {
  return ctx.db
    .select({
      id: bookClientWorkforms.id,
      workform_id: bookClientWorkforms.workform_id,
      workform_version_id: bookClientWorkforms.workform_version_id,
      submission_id: bookClientWorkforms.submission_id,
      assigned_by: bookClientWorkforms.assigned_by,
      name: bookClientWorkforms.section_name,
      assignment_status: bookClientWorkforms.status,
      version: bookClientWorkforms.version,
      hidden_by: bookClientWorkforms.hidden_by,
      due_date: bookClientWorkforms.due_date,
      submitted_at: bookClientWorkforms.submitted_at,
      workform_name: bookWorkforms.name,
      client_id: bookClients.id,
      client_name: bookClients.name,
      client_email: bookClients.email,
      bookkeeper_email: profiles.email,
      all_fields: workformVersions.fields,
      status: workformSectionStatuses.status,
      notes: workformSectionStatuses.notes,
      submitted: sectionAnswers,
      submitted_non_answers: sectionNonAnswers,
      contributions: contributionsOf(bookClientWorkforms.id, ctx.actor),
      draft: {
        answers: sectionDrafts.answers,
        non_answers: sectionDrafts.non_answers,
        version: sectionDrafts.version,
        updated_at: sectionDrafts.updated_at,
      },
      review: {
        // The first column decides whether there is a row, so it must not be nullable.
        marks: sectionReviews.marks,
        opened_version: sectionReviews.opened_version,
        recall_requested_at: sectionReviews.recall_requested_at,
      },
    })
    .from(bookClientWorkforms)
    .innerJoin(bookClients, eq(bookClients.id, bookClientWorkforms.client_id))
    .innerJoin(profiles, eq(profiles.id, bookClientWorkforms.assigned_by))
    .innerJoin(bookWorkforms, eq(bookWorkforms.id, bookClientWorkforms.workform_id))
    .innerJoin(workformVersions, eq(workformVersions.id, bookClientWorkforms.workform_version_id))
    .innerJoin(bookFormSubmissions, eq(bookFormSubmissions.id, bookClientWorkforms.submission_id))
    .leftJoin(sectionDrafts, eq(sectionDrafts.assignment_id, bookClientWorkforms.id))
    .leftJoin(workformSectionStatuses, ofSection)
    .leftJoin(sectionReviews, eq(sectionReviews.assignment_id, bookClientWorkforms.id))
    .where(
      and(
        eq(bookClientWorkforms.id, assignmentId),
        eq(bookClientWorkforms.client_id, ctx.actor.clientId),
        sectionInScope(ctx.actor, bookClientWorkforms.id),
      ),
    )
}
export type OwnSection = Awaited<ReturnType<typeof ownSection>>[number]

/**
 * Returns the section unless it is archived.
 * @throws AppError `not_found`, `archived`
 */
export function shownSection(row: OwnSection | undefined): OwnSection {
  const section = found(row)
  if (section.hidden_by) throw new AppError('archived', { detail: ARCHIVED_FOR_CLIENT })
  return section
}

/** Returns a query for the files of a section that were not removed, oldest first. */
export function sectionFiles(ctx: ClientContext, assignmentId: string) {
  return ctx.db
    .select({
      id: files.id,
      name: files.name,
      path: files.path,
      size: files.size,
      type: files.type,
      field_id: files.field_id,
      sha256: files.sha256,
    })
    .from(files)
    .where(
      and(
        eq(files.assignment_id, assignmentId),
        eq(files.client_id, ctx.actor.clientId),
        eq(files.purpose, 'answer'),
        eq(files.state, 'stored'),
        fileInScope(ctx.actor),
      ),
    )
    .orderBy(asc(files.created_at), asc(files.id))
}
export type SectionFile = Awaited<ReturnType<typeof sectionFiles>>[number]

export const fieldsOf = (fields: readonly WorkformField[], section: string): WorkformField[] =>
  fields.filter((f) => f.section === section)

/** Returns the status of a section; without one it is pending. */
export const statusOf = (section: { status: SectionStatus | null }): SectionStatus => section.status ?? 'pending'

/** Returns a file as it is stored in an answer. */
export const fileAnswer = ({ id, name, path, size, type }: FileAnswer): FileAnswer => ({ id, name, path, size, type })

/** Returns the answers to store: not empty, of the section, and no files, which have rows of their own. */
export function answersToSave(fields: readonly WorkformField[], answers: Answers): Answers {
  const own = fields.filter((f) => !takesFiles(f) && Object.hasOwn(answers, f.id) && isAnswered(answers[f.id]))
  return Object.fromEntries(own.map((f) => [f.id, answers[f.id] ?? null]))
}

/** Returns the non-answers to store: of the section, where the field accepts one and has no answer. */
export function nonAnswersToSave(
  fields: readonly WorkformField[],
  nonAnswers: NonAnswers,
  answers: Answers,
): NonAnswers {
  const given = fields.filter((f) => acceptsNonAnswer(f) && !isAnswered(answers[f.id]))
  return Object.fromEntries(
    given.flatMap(({ id }) => {
      const nonAnswer = Object.hasOwn(nonAnswers, id) ? nonAnswers[id] : undefined
      return nonAnswer ? [[id, nonAnswer] as const] : []
    }),
  )
}

/** Returns whether an answer or non-answer is to a field that an edit has moved to another section. */
export function answersMovedFields(
  all: readonly WorkformField[],
  section: string,
  { answers, non_answers = {} }: { answers: Answers; non_answers?: NonAnswers | undefined },
): boolean {
  const isGiven = (id: string): boolean =>
    Object.hasOwn(non_answers, id) || (Object.hasOwn(answers, id) && isAnswered(answers[id]))
  return all.some((f) => f.section !== section && isGiven(f.id))
}

/** Returns the answers of the file fields, from the rows of the uploaded files. */
export function fileAnswers(fields: readonly WorkformField[], uploaded: readonly SectionFile[]): Answers {
  const answered = fields
    .filter(takesFiles)
    .map((f) => [f.id, uploaded.filter((u) => u.field_id === f.id).map(fileAnswer)] as const)
  return Object.fromEntries(answered.filter(([, list]) => list.length > 0))
}

/** Returns a step that fails with `section_locked` unless the client can still fill in the section. */
export function requireOpenSection({ db, actor }: ClientContext, assignmentId: string): Step {
  const { id, client_id, hidden_by } = bookClientWorkforms
  const { status } = workformSectionStatuses
  const open = db
    .select({ id })
    .from(bookClientWorkforms)
    .leftJoin(workformSectionStatuses, ofSection)
    .where(
      and(
        eq(id, assignmentId),
        eq(client_id, actor.clientId),
        isShown(hidden_by),
        or(isNull(status), isOpenStatus(status)),
      ),
    )
  return check('section_locked', exists(open))
}
