import { type FileAnswer, takesFiles } from '@portal/contract/fields'
import { acceptedExtensions } from '@portal/contract/files'
import { MAX_FILES_PER_FIELD } from '@portal/contract/limits'
import { isLocked } from '@portal/contract/section-machine'
import { audit } from '../audit/append.ts'
import type { ClientContext } from '../context.ts'
import { answeredBefore } from '../db/answered.ts'
import { require, type Step } from '../db/write.ts'
import { AppError, found } from '../errors.ts'
import { beginSteps } from '../portal/begin.ts'
import { fieldsOf, type OwnSection, ownSection, statusOf, whileOpen } from '../portal/section.ts'
import { accept, type Incoming } from '../storage/incoming.ts'
import { answerPath } from '../storage/paths.ts'
import { keepFile } from './keep.ts'

/** An upload that has not ended after this long holds no place in its field any more, in milliseconds. */
const PLACE_HELD_MS = 60 * 60_000

function placeLeft(ctx: ClientContext, assignmentId: string, field: { id: string; maxFiles?: number | undefined }): Step {
  const most = Math.min(field.maxFiles ?? MAX_FILES_PER_FIELD, MAX_FILES_PER_FIELD)
  const since = new Date(ctx.now.getTime() - PLACE_HELD_MS).toISOString()
  return require('too_many_files', `(SELECT count(*) FROM files WHERE assignment_id = ? AND field_id = ? AND (state = 'stored' OR (state = 'pending' AND created_at > ?))) < ?`, [
    assignmentId,
    field.id,
    since,
    most,
  ])
}

function uploaded(ctx: ClientContext, section: OwnSection, fieldId: string, file: FileAnswer, sha256: string): Step[] {
  return [
    whileOpen(ctx, section.id),
    ...beginSteps(ctx, section),
    audit(ctx, {
      action: 'file.uploaded',
      subjectType: 'file',
      subjectId: file.id,
      clientId: ctx.actor.clientId,
      detail: { assignment_id: section.id, field_id: fieldId, name: file.name, size: file.size, sha256 },
    }),
  ]
}

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
  const [sections, before] = await ctx.db.batch([ownSection(ctx, assignmentId), answeredBefore(ctx)])
  const section = found(sections[0])
  if (before[0]) {
    // An answer to a body that nobody reads resets the connection: the browser would see a failure, and try for ever.
    await incoming.body?.pipeTo(new WritableStream())
    return before[0].answer as FileAnswer
  }
  if (isLocked(statusOf(section))) throw new AppError('section_locked')
  const field = fieldsOf(section.all_fields, section.name).find((f) => f.id === fieldId)
  if (!field || !takesFiles(field)) {
    const message = 'This field takes no files.'
    throw new AppError('invalid_input', { detail: message, errors: [{ path: 'field', message }] })
  }
  const accepted = await accept(incoming, name, acceptedExtensions(field))
  return keepFile(
    ctx,
    {
      purpose: 'answer',
      name,
      clientId: ctx.actor.clientId,
      assignmentId,
      fieldId,
      pathAt: (at) => answerPath(ctx.actor.clientId, section.workform_id, at, name),
      before: [whileOpen(ctx, assignmentId), placeLeft(ctx, assignmentId, field)],
      after: (file, sha256) => uploaded(ctx, section, fieldId, file, sha256),
    },
    accepted,
  )
}
