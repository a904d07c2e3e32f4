import { and, eq, sql } from 'drizzle-orm'
import type { SignedIn } from '../../context.ts'
import { fileUploads } from '../../platform/db/schema/index.ts'
import { commit, step } from '../../platform/db/write.ts'
import { COMMIT_TIME } from '../../platform/db/statement.ts'
import { AppError, found, invalidInput } from '../../errors.ts'
import { type Incoming, lengthOf } from '../../platform/storage/incoming.ts'
import { putPart } from '../../platform/storage/parts.ts'
import { discardUpload, uploadFailure } from './store-file.ts'
import { ownUpload } from './own-upload.ts'

/** Returns the length of a part. All parts but the last have the same size; 0 when there is no such part. */
const partLength = (size: number, partSize: number, number: number): number =>
  Math.max(0, Math.min(partSize, size - (number - 1) * partSize))

/** Refuses a part that does not exist or has the wrong length. @throws AppError `invalid_input` */
function checkPart(incoming: Incoming, expected: number, number: number): void {
  const length = lengthOf(incoming)
  if (expected > 0 && length === expected) return
  const message =
    expected > 0 ? `Part ${number} must have ${expected} bytes, not ${length}.` : `The file has no part ${number}.`
  throw invalidInput('part', message)
}

/**
 * Stores a part of an upload. A part that was sent before is replaced.
 * @throws AppError `not_found`, `section_locked`, `file_content` (first part), `invalid_input` (length), `busy`
 */
export async function sendUploadPart(
  ctx: SignedIn,
  id: string,
  number: number,
  incoming: Incoming,
): Promise<{ part: number }> {
  const { row, rules } = await ownUpload(ctx, id)
  const upload = { path: row.path, upload_id: found(row.upload_id) }
  checkPart(incoming, partLength(row.size, row.part_size ?? 0, number), number)
  rules.check()
  let etag: string | undefined
  try {
    etag = await putPart(
      ctx.env.UPLOADS,
      upload,
      { number, length: lengthOf(incoming), name: row.name },
      found(incoming.body),
    )
  } catch (error) {
    // A wrong beginning cannot be corrected. After other errors, the part can be sent again.
    if (error instanceof AppError) await discardUpload(ctx, row, upload)
    throw uploadFailure(ctx, error)
  }
  if (etag === undefined) {
    await discardUpload(ctx, row, upload)
    throw new AppError('not_found')
  }
  const { parts } = fileUploads
  const stored = ctx.db
    .update(fileUploads)
    .set({ parts: sql`json_set(${parts}, ${`$."${number}"`}, ${etag})`, active_at: sql`${COMMIT_TIME}` })
    .where(and(eq(fileUploads.file_id, id), eq(fileUploads.owner_id, ctx.actor.userId)))
  await commit(ctx, [...rules.open, step(stored, 'not_found')])
  return { part: number }
}
