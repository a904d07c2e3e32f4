import type { SignedIn } from '../context.ts'
import { commit, step } from '../db/write.ts'
import { COMMIT_TIME } from '../db/writer/hrana.ts'
import { AppError, found } from '../errors.ts'
import { type Incoming, lengthOf } from '../storage/incoming.ts'
import { putPart } from '../storage/parts.ts'
import { discard, uploadFailure } from './keep.ts'
import { ownUpload } from './own-upload.ts'

/** Exact length of a part: all are of one size but the last, which holds the rest; 0 where there is no such part. */
const partLength = (size: number, partSize: number, number: number): number =>
  Math.max(0, Math.min(partSize, size - (number - 1) * partSize))

/** A part must be one of the file's, and of exactly the length it has there. */
function checkPart(incoming: Incoming, expected: number, number: number): void {
  const length = lengthOf(incoming)
  if (expected > 0 && length === expected) return
  const message =
    expected > 0 ? `Part ${number} must have ${expected} bytes, not ${length}.` : `The file has no part ${number}.`
  throw new AppError('invalid_input', { detail: message, errors: [{ path: 'part', message }] })
}

/**
 * Takes a part of an upload; one that was sent before is replaced.
 * @throws AppError `not_found`, `section_locked`, `file_content` (the first part), `invalid_input` where it is not of the right length
 */
export async function takePart(
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
    // What begins wrong will not become right; anything else may be sent again.
    if (error instanceof AppError) await discard(ctx, row, upload)
    throw uploadFailure(ctx, error)
  }
  if (etag === undefined) {
    await discard(ctx, row, upload)
    throw new AppError('not_found')
  }
  await commit(ctx, [
    ...rules.open,
    step(
      {
        sql: `UPDATE file_uploads SET parts = json_set(parts, ?, ?), active_at = ? WHERE file_id = ? AND owner_id = ?`,
        args: [`$."${number}"`, etag, COMMIT_TIME, id, ctx.actor.userId],
      },
      'not_found',
    ),
  ])
  return { part: number }
}
