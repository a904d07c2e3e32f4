import { can, eventOf, SECTION_MACHINE, type SectionAction, type SectionEvent } from '@portal/contract/section-machine'
import { and, eq, exists, isNull, type SQL, sql } from 'drizzle-orm'
import type { BookkeeperContext } from '../../context.ts'
import { ofSection } from '../../platform/db/of-section.ts'
import {
  bookClients,
  bookClientWorkforms,
  bookFormSubmissions,
  bookWorkforms,
  clientKeys,
  files,
  sectionAttempts,
  sectionReviews,
  workformSectionStatuses,
  workformVersions,
} from '../../platform/db/schema/index.ts'
import { readStoredResponse, storedResponse } from '../../platform/db/stored-response.ts'
import { AppError, found } from '../../errors.ts'
import { sectionAnswers, sectionFields, sectionNonAnswers } from '../sections/section-content.ts'
import { shownStatus } from './shown-status.ts'

/** Returns a query for the bookkeeper's sections that match a condition, with everything a decision needs. */
export function sectionsWhere(ctx: BookkeeperContext, condition: SQL | undefined) {
  const { assignment_id, outcome } = sectionAttempts
  const openAttempt = ctx.db
    .select({ assignment_id })
    .from(sectionAttempts)
    .where(and(eq(assignment_id, bookClientWorkforms.id), isNull(outcome)))
  return ctx.db
    .select({
      id: bookClientWorkforms.id,
      client_id: bookClientWorkforms.client_id,
      workform_id: bookClientWorkforms.workform_id,
      workform_version_id: bookClientWorkforms.workform_version_id,
      submission_id: bookClientWorkforms.submission_id,
      name: bookClientWorkforms.section_name,
      version: bookClientWorkforms.version,
      hidden_by: bookClientWorkforms.hidden_by,
      workform_name: bookWorkforms.name,
      client_name: bookClients.name,
      client_email: bookClients.email,
      evidence_key: clientKeys.key,
      fields: sectionFields,
      answers: sectionAnswers,
      non_answers: sectionNonAnswers,
      has_attempt: sql`${exists(openAttempt)}`.mapWith(Boolean),
      opened_version: sectionReviews.opened_version,
      recall_requested_at: sectionReviews.recall_requested_at,
      submission_at: bookFormSubmissions.updated_at,
      submitted_at: bookClientWorkforms.submitted_at,
      status: workformSectionStatuses.status,
      status_at: workformSectionStatuses.updated_at,
    })
    .from(bookClientWorkforms)
    .innerJoin(bookWorkforms, eq(bookWorkforms.id, bookClientWorkforms.workform_id))
    .innerJoin(bookClients, eq(bookClients.id, bookClientWorkforms.client_id))
    .innerJoin(bookFormSubmissions, eq(bookFormSubmissions.id, bookClientWorkforms.submission_id))
    .innerJoin(workformVersions, eq(workformVersions.id, bookClientWorkforms.workform_version_id))
    .leftJoin(clientKeys, eq(clientKeys.client_id, bookClientWorkforms.client_id))
    .leftJoin(workformSectionStatuses, ofSection)
    .leftJoin(sectionReviews, eq(sectionReviews.assignment_id, bookClientWorkforms.id))
    .where(and(condition, eq(bookClientWorkforms.assigned_by, ctx.actor.userId)))
}

/** Returns a query for the uploaded files of a section. */
export const filesOf = (ctx: BookkeeperContext, assignmentId: string) =>
  ctx.db
    .select({
      id: files.id,
      field_id: files.field_id,
      name: files.name,
      path: files.path,
      size: files.size,
      sha256: files.sha256,
    })
    .from(files)
    .where(and(eq(files.assignment_id, assignmentId), eq(files.purpose, 'answer'), eq(files.state, 'stored')))

export type DecidedSection = Awaited<ReturnType<typeof sectionsWhere>>[number]

/** Returns how messages to the client name a section. */
export const labelOf = ({ name, workform_name }: DecidedSection): string => `"${name}" of "${workform_name}"`

/** A section with its uploaded files. */
export interface SectionUnderReview extends DecidedSection {
  files: Awaited<ReturnType<typeof filesOf>>
}

/** An event that the bookkeeper triggers. `recall` is the client's, with the agreement of the bookkeeper. */
export type ReviewEvent = Exclude<SectionEvent, 'submit'>

export interface DecisionResult {
  assignment_id: string
  status: (typeof SECTION_MACHINE)[ReviewEvent]['to']
  version: number
}

/** A decision that is allowed: its event, the section as it is now, and the response. */
interface Review {
  event: ReviewEvent
  section: SectionUnderReview
  decided: DecisionResult
}

/**
 * Returns the section for a decision on `version`, or in `before` the stored response when the request is a repeat.
 * @throws AppError `not_found`, `archived`, or `stale` when the section has changed
 */
export async function sectionUnderReview(
  ctx: BookkeeperContext,
  action: SectionAction | 'recall',
  assignmentId: string,
  version: number,
): Promise<{ before: DecisionResult } | ({ before?: undefined } & Review)> {
  const [sections, uploaded, before] = await ctx.db.batch([
    sectionsWhere(ctx, eq(bookClientWorkforms.id, assignmentId)),
    filesOf(ctx, assignmentId),
    storedResponse(ctx),
  ])
  const row = found(sections[0])
  const answered = readStoredResponse(ctx, before) as DecisionResult | undefined
  if (answered) return { before: answered }
  if (row.hidden_by) throw new AppError('archived')
  const event = action === 'recall' ? action : eventOf(action, row)
  if (row.version !== version || !can(event, shownStatus(row))) throw new AppError('stale')
  const decided = { assignment_id: row.id, status: SECTION_MACHINE[event].to, version: row.version + 1 }
  return { event, section: { ...row, files: uploaded }, decided }
}
