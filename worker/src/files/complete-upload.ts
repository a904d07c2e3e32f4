import type { FileAnswer } from '@portal/contract/fields'
import type { SignedIn } from '../context.ts'
import { commit, step } from '../db/write.ts'
import { AppError, found } from '../errors.ts'
import { joinParts, type OpenParts } from '../storage/parts.ts'
import { inspectObject } from '../storage/store.ts'
import { discard, storedStep, uploadFailure } from './keep.ts'
import { ownUpload, type UploadRow } from './own-upload.ts'

/** Errors after which the same parts may still become a file. */
const PASSING: readonly string[] = ['busy', 'upload_incomplete']

const fileOf = ({ id, name, path, size, type }: UploadRow): FileAnswer => ({ id, name, path, size, type })

/** R2's ETags of the parts, in order. @throws AppError `upload_incomplete` where one is missing */
function etagsOf({ size, part_size, parts }: UploadRow): string[] {
  const count = Math.ceil(size / (part_size ?? size))
  const etags = Array.from({ length: count }, (_, i) => parts?.[String(i + 1)])
  const missing = etags.flatMap((etag, i) => (etag === undefined ? [i + 1] : []))
  if (missing.length > 0)
    throw new AppError('upload_incomplete', { detail: `Parts of the file are still missing: ${missing.join(', ')}.` })
  return etags.flatMap((etag) => etag ?? [])
}

/** Puts the parts together. Where R2 holds other parts than it acknowledged, all of them are to be sent again. */
async function joined(ctx: SignedIn, row: UploadRow, upload: OpenParts): Promise<void> {
  const outcome = await joinParts(ctx.env.UPLOADS, upload, etagsOf(row), row.size)
  if (outcome === 'gone') throw new AppError('not_found')
  if (outcome === 'whole') return
  await commit(ctx, [step({ sql: `UPDATE file_uploads SET parts = '{}' WHERE file_id = ?`, args: [row.id] })])
  throw new AppError('upload_incomplete')
}

/** The SHA-256 of the object that was put together, once it was read through and found to be what its name says, and what was sent. */
async function reviewed(ctx: SignedIn, row: UploadRow, sent: string | undefined): Promise<string> {
  const object = found(await ctx.env.UPLOADS.get(row.path))
  const sha256 = await inspectObject(row.name, object.body)
  if (sent !== undefined && sent !== sha256) throw new AppError('file_damaged')
  return sha256
}

/**
 * Makes a file of an upload whose parts are all there. May be repeated: what is a file already is answered as it is.
 * @throws AppError `upload_incomplete`, `file_content`, `file_damaged`, or what its purpose demands; unless more may come, nothing of it is left then
 */
export async function completeUpload(
  ctx: SignedIn,
  id: string,
  { sha256: sent }: { sha256?: string | undefined },
): Promise<FileAnswer> {
  const { row, rules } = await ownUpload(ctx, id)
  const file = fileOf(row)
  if (row.state === 'stored') return file
  const upload = { path: row.path, upload_id: found(row.upload_id) }
  try {
    rules.check()
    await joined(ctx, row, upload)
    const sha256 = await reviewed(ctx, row, sent)
    await commit(ctx, [
      storedStep(id, sha256),
      step({ sql: 'DELETE FROM file_uploads WHERE file_id = ?', args: [id] }),
      ...rules.after(file, sha256),
    ])
    return file
  } catch (error) {
    const failure = uploadFailure(ctx, error)
    if (!PASSING.includes(failure.code)) await discard(ctx, row, upload)
    // Completed twice at once: the other one has made the file.
    if (failure.code === 'not_found' && (await ownUpload(ctx, id)).row.state === 'stored') return file
    throw failure
  }
}
