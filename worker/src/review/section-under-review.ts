import { can, eventOf, SECTION_MACHINE, type SectionAction, type SectionEvent } from '@portal/contract/section-machine'
import { and, eq, type SQL } from 'drizzle-orm'
import type { BookkeeperContext } from '../context.ts'
import { storedResponse, readStoredResponse } from '../db/stored-response.ts'
import {
  bookClients,
  bookClientWorkforms,
  bookFormSubmissions,
  bookWorkforms,
  clientKeys,
  files,
  workformSectionStatuses,
  workformVersions,
} from '../db/schema/index.ts'
import { AppError, found } from '../errors.ts'
import { shownStatus } from './shown-status.ts'
import { sectionAnswers, sectionFields } from '../sections/section-content.ts'
import { ofSection } from '../db/of-section.ts'

/** Returns a query for the bookkeeper's sections that match a condition, with everything a decision needs. */
export function sectionsWhere(ctx: BookkeeperContext, condition: SQL | undefined) {
  return ctx.db
    .select({
      id: bookClientWorkforms.id,
      client_id: bookClientWorkforms.client_id,
      workform_id: bookClientWorkforms.workform_id,
      submission_id: bookClientWorkforms.submission_id,
      name: bookClientWorkforms.section_name,
      version: bookClientWorkforms.version,
      workform_name: bookWorkforms.name,
      client_name: bookClients.name,
      client_email: bookClients.email,
      evidence_key: clientKeys.key,
      fields: sectionFields,
      answers: sectionAnswers,
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

/** A section to decide on. */
export type DecidedSection = Awaited<ReturnType<typeof sectionsWhere>>[number]

/** A section with its uploaded files. */
export interface SectionUnderReview extends DecidedSection {
  files: Awaited<ReturnType<typeof filesOf>>
}

/** The result of a decision. */
export interface DecisionResult {
  assignment_id: string
  status: (typeof SECTION_MACHINE)[SectionEvent]['to']
  version: number
}

/** A decision that is allowed: its event, the section as it is now, and the response. */
interface Review {
  event: Exclude<SectionEvent, 'submit'>
  section: SectionUnderReview
  decided: DecisionResult
}

/**
 * Returns the section for a decision on `version`, or in `before` the stored response when the request is a repeat.
 * @throws AppError `not_found`, or `stale` when the section has changed
 */
export async function sectionUnderReview(
  ctx: BookkeeperContext,
  action: SectionAction,
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
  const event = eventOf(action, row)
  if (row.version !== version || !can(event, shownStatus(row))) throw new AppError('stale')
  const decided = { assignment_id: row.id, status: SECTION_MACHINE[event].to, version: row.version + 1 }
  return { event, section: { ...row, files: uploaded }, decided }
}
