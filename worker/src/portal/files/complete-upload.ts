import type { FileAnswer } from '@portal/contract/fields'
import { eq } from 'drizzle-orm'
import type { SignedIn } from '../../context.ts'
import { fileUploads } from '../../platform/db/schema/index.ts'
import { commit, step } from '../../platform/db/write.ts'
import { AppError, found } from '../../errors.ts'
import { joinParts, type OpenParts } from '../../platform/storage/parts.ts'
import { inspectObject } from '../../platform/storage/store.ts'
import { discardUpload, markStoredStep, uploadFailure } from './store-file.ts'
import { ownUpload, type UploadRow } from './own-upload.ts'

/** Errors after which the upload can still be completed. */
const RETRYABLE: readonly string[] = ['busy', 'upload_incomplete']

const fileOf = ({ id, name, path, size, type }: UploadRow): FileAnswer => ({ id, name, path, size, type })

/** Returns the ETags of the parts in order. @throws AppError `upload_incomplete` when parts are missing */
function etagsOf({ size, part_size, parts }: UploadRow): string[] {
  const count = Math.ceil(size / (part_size ?? size))
  const etags = Array.from({ length: count }, (_, i) => parts?.[String(i + 1)])
  const missing = etags.flatMap((etag, i) => (etag === undefined ? [i + 1] : []))
  if (missing.length > 0)
    throw new AppError('upload_incomplete', { detail: `Parts of the file are still missing: ${missing.join(', ')}.` })
  return etags.flatMap((etag) => etag ?? [])
}

/** Joins the parts. If R2 has different parts from those it acknowledged, all of them must be sent again. */
async function join(ctx: SignedIn, row: UploadRow, upload: OpenParts): Promise<void> {
  const outcome = await joinParts(ctx.env.UPLOADS, upload, etagsOf(row), row.size)
  if (outcome === 'gone') throw new AppError('not_found')
  if (outcome === 'complete') return
  await commit(ctx, [step(ctx.db.update(fileUploads).set({ parts: {} }).where(eq(fileUploads.file_id, row.id)))])
  throw new AppError('upload_incomplete')
}

/** Checks the content of the joined object and the expected hash. @returns its SHA-256 */
async function verify(ctx: SignedIn, row: UploadRow, expected: string | undefined): Promise<string> {
  const object = found(await ctx.env.UPLOADS.get(row.path))
  const sha256 = await inspectObject(row.name, object.body)
  if (expected !== undefined && expected !== sha256) throw new AppError('file_damaged')
  return sha256
}

/**
 * Completes an upload whose parts have all been sent. A repeat returns the same file. An error that cannot be retried
 * removes the upload.
 * @throws AppError `upload_incomplete`, `file_content`, `file_damaged`, or the errors of its purpose
 */
export async function completeUpload(
  ctx: SignedIn,
  id: string,
  { sha256: expected }: { sha256?: string | undefined },
): Promise<FileAnswer> {
  const { row, rules } = await ownUpload(ctx, id)
  const file = fileOf(row)
  if (row.state === 'stored') return file
  const upload = { path: row.path, upload_id: found(row.upload_id) }
  try {
    rules.check()
    await join(ctx, row, upload)
    const sha256 = await verify(ctx, row, expected)
    await commit(ctx, [
      markStoredStep(ctx, id, sha256),
      step(ctx.db.delete(fileUploads).where(eq(fileUploads.file_id, id))),
      ...rules.after(file, sha256),
    ])
    return file
  } catch (error) {
    const failure = uploadFailure(ctx, error)
    if (!RETRYABLE.includes(failure.code)) await discardUpload(ctx, row, upload)
    // Completed twice at the same time: the other request stored the file.
    if (failure.code === 'not_found' && (await ownUpload(ctx, id)).row.state === 'stored') return file
    throw failure
  }
}
