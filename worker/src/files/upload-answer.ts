import { type FileAnswer, takesFiles, type WorkformField } from '@portal/contract/fields'
import { acceptedExtensions } from '@portal/contract/files'
import { MAX_FILES_PER_FIELD } from '@portal/contract/limits'
import { isLocked } from '@portal/contract/section-machine'
import type { OpenUpload } from '@portal/contract/uploads'
import { audit } from '../audit/append.ts'
import type { ClientContext } from '../context.ts'
import { storedAnswer, readStoredAnswer } from '../db/stored-answer.ts'
import { require, type Step } from '../db/write.ts'
import { AppError, found } from '../errors.ts'
import { markInProgressSteps } from '../sections/mark-in-progress.ts'
import { fieldsOf, type OwnSection, ownSection, statusOf, requireOpenSection } from '../sections/own-section.ts'
import { accept, checkAnnounced, drain, type Incoming } from '../storage/incoming.ts'
import { answerPath } from '../storage/paths.ts'
import { beginUpload } from './begin-upload.ts'
import { keepFile, type Keeping } from './keep.ts'
import type { Rules } from './own-upload.ts'

/** An upload on which nothing has moved for this long holds no place in its field any more, in milliseconds. */
const PLACE_HELD_MS = 60 * 60_000

const mostFiles = (field: WorkformField): number => Math.min(field.maxFiles ?? MAX_FILES_PER_FIELD, MAX_FILES_PER_FIELD)

/** Files that are there and uploads that are under way leave room for one more. */
function placeLeft(ctx: ClientContext, assignmentId: string, field: WorkformField): Step {
  const since = new Date(ctx.now.getTime() - PLACE_HELD_MS).toISOString()
  const moving = `(f.created_at > ? OR EXISTS (SELECT 1 FROM file_uploads u WHERE u.file_id = f.id AND u.active_at > ?))`
  const held = `SELECT count(*) FROM files f WHERE f.assignment_id = ? AND f.field_id = ? AND (f.state = 'stored' OR (f.state = 'pending' AND ${moving}))`
  return require('too_many_files', `(${held}) < ?`, [assignmentId, field.id, since, since, mostFiles(field)])
}

/** An upload that lost its place while it rested takes one again only where one is left. */
function roomFor(assignmentId: string, field: WorkformField): Step {
  const stored = `SELECT count(*) FROM files WHERE assignment_id = ? AND field_id = ? AND state = 'stored'`
  return require('too_many_files', `(${stored}) <= ?`, [assignmentId, field.id, mostFiles(field)])
}

function uploaded(ctx: ClientContext, section: OwnSection, fieldId: string, file: FileAnswer, sha256: string): Step[] {
  return [
    requireOpenSection(ctx, section.id),
    ...markInProgressSteps(ctx, section),
    audit(ctx, {
      action: 'file.uploaded',
      subjectType: 'file',
      subjectId: file.id,
      clientId: ctx.actor.clientId,
      detail: { assignment_id: section.id, field_id: fieldId, name: file.name, size: file.size, sha256 },
    }),
  ]
}

/** The field of an open section that a file is for. @throws AppError `section_locked`, `invalid_input` */
function fieldFor(section: OwnSection, fieldId: string): WorkformField {
  if (isLocked(statusOf(section))) throw new AppError('section_locked')
  const field = fieldsOf(section.all_fields, section.name).find((f) => f.id === fieldId)
  if (field && takesFiles(field)) return field
  const message = 'This field takes no files.'
  throw new AppError('invalid_input', { detail: message, errors: [{ path: 'field', message }] })
}

const keepingFor = (ctx: ClientContext, section: OwnSection, field: WorkformField, name: string): Keeping => ({
  purpose: 'answer',
  name,
  clientId: ctx.actor.clientId,
  assignmentId: section.id,
  fieldId: field.id,
  pathAt: (at) => answerPath(ctx.actor.clientId, section.workform_id, at, name),
  before: [requireOpenSection(ctx, section.id), placeLeft(ctx, section.id, field)],
})

/**
 * Keeps a file that the client uploads into a field of an open section: streamed, checked by name, size and content.
 * @throws AppError `section_locked`, `too_many_files`, or what is wrong with the file
 */
export async function uploadAnswer(
  ctx: ClientContext,
  assignmentId: string,
  { field: fieldId, name }: { field: string; name: string },
  incoming: Incoming,
): Promise<FileAnswer> {
  const [sections, before] = await ctx.db.batch([ownSection(ctx, assignmentId), storedAnswer(ctx)])
  const section = found(sections[0])
  const answered = readStoredAnswer(ctx, before) as FileAnswer | undefined
  if (answered) {
    await drain(incoming, true)
    return answered
  }
  const field = fieldFor(section, fieldId)
  const accepted = await accept(incoming, name, acceptedExtensions(field))
  const after = (file: FileAnswer, sha256: string) => uploaded(ctx, section, fieldId, file, sha256)
  return keepFile(ctx, keepingFor(ctx, section, field, name), after, accepted)
}

/**
 * Announces a file for a field of an open section, to come in parts.
 * @throws AppError `section_locked`, `too_many_files`, `too_many_uploads`, `file_type`, `file_empty`, `file_too_large`
 */
export async function beginAnswerUpload(
  ctx: ClientContext,
  assignmentId: string,
  { field: fieldId, name, size }: { field: string; name: string; size: number },
): Promise<OpenUpload> {
  const [sections, before] = await ctx.db.batch([ownSection(ctx, assignmentId), storedAnswer(ctx)])
  const section = found(sections[0])
  const answered = readStoredAnswer(ctx, before) as OpenUpload | undefined
  if (answered) return answered
  const field = fieldFor(section, fieldId)
  checkAnnounced(name, size, acceptedExtensions(field))
  return beginUpload(ctx, keepingFor(ctx, section, field, name), size)
}

/** What a file for a section demands while it comes in parts: the section is open, its field still takes it, and there is room. */
export function answerRules(ctx: ClientContext, section: OwnSection, { field_id }: { field_id: string | null }): Rules {
  const fieldId = found(field_id)
  return {
    check: () => {
      fieldFor(section, fieldId)
    },
    open: [requireOpenSection(ctx, section.id)],
    after: (file, sha256) => [
      ...uploaded(ctx, section, fieldId, file, sha256),
      roomFor(section.id, fieldFor(section, fieldId)),
    ],
  }
}
