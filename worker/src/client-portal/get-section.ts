import type { PortalSectionDetail } from '@portal/contract/client-portal'
import { statusForClient, isLocked } from '@portal/contract/section-machine'
import type { ClientContext } from '../context.ts'
import { found } from '../errors.ts'
import { fieldsOf, fileAnswers, ownSection, sectionFiles, statusOf, answersToSave } from '../sections/own-section.ts'

/**
 * Returns a section for the client to fill in. An open section has the draft and the uploaded files, a locked one the
 * submitted answers.
 * @throws AppError `not_found`
 */
export async function getSection(ctx: ClientContext, assignmentId: string): Promise<PortalSectionDetail> {
  const [sections, uploaded] = await ctx.db.batch([ownSection(ctx, assignmentId), sectionFiles(ctx, assignmentId)])
  const section = found(sections[0])
  const status = statusOf(section)
  const fields = fieldsOf(section.all_fields, section.name)
  const answers = isLocked(status)
    ? section.submitted
    : { ...answersToSave(fields, section.draft?.answers ?? section.submitted), ...fileAnswers(fields, uploaded) }
  return {
    assignment_id: section.id,
    workform_id: section.workform_id,
    workform_name: section.workform_name,
    name: section.name,
    status: statusForClient(status),
    version: section.version,
    due_date: section.due_date,
    rejection_reason: status === 'rejected' ? section.notes : null,
    fields,
    answers,
    draft_version: section.draft?.version ?? 0,
    saved_at: section.draft?.updated_at ?? null,
  }
}
