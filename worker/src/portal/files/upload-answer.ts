import { type FileAnswer, takesFiles, type WorkformField } from '@portal/contract/fields'
import { acceptedExtensions } from '@portal/contract/files'
import { MAX_FILES_PER_FIELD } from '@portal/contract/limits'
import { isLocked } from '@portal/contract/section-machine'
import type { OpenUpload } from '@portal/contract/uploads'
import { and, eq, exists, gt, lt, lte, or, type SQL } from 'drizzle-orm'
import { audit } from '../../platform/audit/append.ts'
import { guestSteps } from '../../platform/access/live-guest-link.ts'
import { fieldsInScope } from '../auth/guests/scope.ts'
import { showGuestsChange } from '../sections/show-guests-change.ts'
import type { ClientContext } from '../../context.ts'
import { storedResponse, readStoredResponse } from '../../platform/db/stored-response.ts'
import { files, fileUploads } from '../../platform/db/schema/index.ts'
import { check, type Step } from '../../platform/db/write.ts'
import { AppError, found, invalidInput } from '../../errors.ts'
import { attributeFile } from '../sections/contributions.ts'
import { markInProgressSteps } from '../sections/mark-in-progress.ts'
import {
  fieldsOf,
  type OwnSection,
  ownSection,
  requireOpenSection,
  shownSection,
  statusOf,
} from '../sections/own-section.ts'
import { accept, checkAnnounced, drain, type Incoming } from '../../platform/storage/incoming.ts'
import { answerPath } from '../../platform/storage/paths.ts'
import { beginUpload } from './begin-upload.ts'
import { storeFile, type NewFile } from './store-file.ts'
import type { UploadRules } from './own-upload.ts'

/** How long an inactive upload counts toward the files of its field, in milliseconds. */
const RESERVATION_MS = 60 * 60_000

const maxFilesOf = (field: WorkformField): number =>
  Math.min(field.maxFiles ?? MAX_FILES_PER_FIELD, MAX_FILES_PER_FIELD)

const isOfField = (assignmentId: string, field: WorkformField): SQL | undefined =>
  and(eq(files.assignment_id, assignmentId), eq(files.field_id, field.id))

/** Returns a step that refuses an upload when files and active uploads fill the field. */
function requireFreePlace({ db, now }: ClientContext, assignmentId: string, field: WorkformField): Step {
  const since = new Date(now.getTime() - RESERVATION_MS).toISOString()
  const activeUpload = db
    .select({ id: fileUploads.file_id })
    .from(fileUploads)
    .where(and(eq(fileUploads.file_id, files.id), gt(fileUploads.active_at, since)))
  const reserved = and(eq(files.state, 'pending'), or(gt(files.created_at, since), exists(activeUpload)))
  const taken = and(isOfField(assignmentId, field), or(eq(files.state, 'stored'), reserved))
  return check('too_many_files', lt(db.$count(files, taken), maxFilesOf(field)))
}

/** Returns a step that refuses to complete an upload that lost its reservation when the field is full. */
function requireWithinLimit({ db }: ClientContext, assignmentId: string, field: WorkformField): Step {
  const stored = and(isOfField(assignmentId, field), eq(files.state, 'stored'))
  return check('too_many_files', lte(db.$count(files, stored), maxFilesOf(field)))
}

/** Returns the steps to commit with an uploaded file. */
function afterUpload(
  ctx: ClientContext,
  section: OwnSection,
  fieldId: string,
  file: FileAnswer,
  sha256: string,
): Step[] {
  return [
    requireOpenSection(ctx, section.id),
    ...guestSteps(ctx),
    ...markInProgressSteps(ctx, section),
    ...attributeFile(ctx, { assignment_id: section.id, field_id: fieldId, file_id: file.id }),
    ...showGuestsChange(ctx, section.id),
    audit(ctx, {
      action: 'file.uploaded',
      subjectType: 'file',
      subjectId: file.id,
      clientId: ctx.actor.clientId,
      detail: { assignment_id: section.id, field_id: fieldId, name: file.name, size: file.size, sha256 },
    }),
  ]
}

/** Returns the field of an open section that a file belongs to. @throws AppError `section_locked`, `invalid_input` */
function fieldFor({ actor }: ClientContext, section: OwnSection, fieldId: string): WorkformField {
  if (isLocked(statusOf(section))) throw new AppError('section_locked')
  const fields = fieldsInScope(actor, fieldsOf(section.all_fields, section.name))
  const field = fields.find((f) => f.id === fieldId)
  if (field && takesFiles(field)) return field
  throw invalidInput('field', 'This field does not accept files.')
}

const newFileFor = (ctx: ClientContext, section: OwnSection, field: WorkformField, name: string): NewFile => ({
  purpose: 'answer',
  name,
  clientId: ctx.actor.clientId,
  assignmentId: section.id,
  fieldId: field.id,
  pathAt: (at) => answerPath(ctx.actor.clientId, section.workform_id, at, name),
  before: [requireOpenSection(ctx, section.id), requireFreePlace(ctx, section.id, field)],
})

/**
 * Uploads a file for a field of an open section. Checks name, size and content while it streams in.
 * @throws AppError `archived`, `section_locked`, `too_many_files`, or an error of the file
 */
export async function uploadAnswer(
  ctx: ClientContext,
  assignmentId: string,
  { field: fieldId, name }: { field: string; name: string },
  incoming: Incoming,
): Promise<FileAnswer> {
  const [sections, before] = await ctx.db.batch([ownSection(ctx, assignmentId), storedResponse(ctx)])
  const section = shownSection(sections[0])
  const answered = readStoredResponse(ctx, before) as FileAnswer | undefined
  if (answered) {
    await drain(incoming, true)
    return answered
  }
  const field = fieldFor(ctx, section, fieldId)
  const accepted = await accept(incoming, name, acceptedExtensions(field))
  const after = (file: FileAnswer, sha256: string) => afterUpload(ctx, section, fieldId, file, sha256)
  return storeFile(ctx, newFileFor(ctx, section, field, name), after, accepted)
}

/**
 * Begins a multipart upload for a field of an open section.
 * @throws AppError `section_locked`, `too_many_files`, `too_many_uploads`, `file_type`, `file_empty`, `file_too_large`
 */
export async function beginAnswerUpload(
  ctx: ClientContext,
  assignmentId: string,
  { field: fieldId, name, size }: { field: string; name: string; size: number },
): Promise<OpenUpload> {
  const [sections, before] = await ctx.db.batch([ownSection(ctx, assignmentId), storedResponse(ctx)])
  const section = shownSection(sections[0])
  const answered = readStoredResponse(ctx, before) as OpenUpload | undefined
  if (answered) return answered
  const field = fieldFor(ctx, section, fieldId)
  checkAnnounced(name, size, acceptedExtensions(field))
  return beginUpload(ctx, newFileFor(ctx, section, field, name), size)
}

/** Returns the rules of a multipart upload for a section: it is open, and its field accepts the file. */
export function answerRules(
  ctx: ClientContext,
  section: OwnSection,
  { field_id }: { field_id: string | null },
): UploadRules {
  const fieldId = found(field_id)
  return {
    check: () => {
      fieldFor(ctx, section, fieldId)
    },
    open: [requireOpenSection(ctx, section.id)],
    after: (file, sha256) => [
      ...afterUpload(ctx, section, fieldId, file, sha256),
      requireWithinLimit(ctx, section.id, fieldFor(ctx, section, fieldId)),
    ],
  }
}
