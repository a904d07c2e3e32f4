import { MAX_OPEN_UPLOADS, UPLOAD_TTL_MS, UPLOAD_PART_BYTES } from '@portal/contract/limits'
import type { OpenUpload } from '@portal/contract/uploads'
import { and, eq, gt, lt } from 'drizzle-orm'
import type { SignedIn } from '../../context.ts'
import { fileUploads } from '../../platform/db/schema/index.ts'
import { check, commitOnce, type Step, step } from '../../platform/db/write.ts'
import { AppError } from '../../errors.ts'
import { log } from '../../platform/log.ts'
import { abortParts, openParts, type OpenParts } from '../../platform/storage/parts.ts'
import { withUniquePath, type NewFile, PATH_TAKEN, pendingFileSteps, uploadFailure } from './store-file.ts'

/** Returns a step that limits the open uploads of a person. Inactive uploads do not count. */
function limitOpenUploads(ctx: SignedIn): Step {
  const since = new Date(ctx.now.getTime() - UPLOAD_TTL_MS).toISOString()
  const open = and(eq(fileUploads.owner_id, ctx.actor.userId), gt(fileUploads.active_at, since))
  return check('too_many_uploads', lt(ctx.db.$count(fileUploads, open), MAX_OPEN_UPLOADS))
}

async function abort(ctx: SignedIn, parts: OpenParts): Promise<void> {
  // If this fails, R2 drops the upload after a week. It contains no bytes yet.
  await abortParts(ctx.env.UPLOADS, parts).catch((error: unknown) => {
    log('upload.left', { id: ctx.requestId, error: error instanceof Error ? error.name : 'unknown' })
  })
}

/**
 * Begins a multipart upload for a file whose name and size were checked. A repeat with the same Idempotency-Key returns
 * the same upload.
 * @throws AppError the errors of `newFile.before`, or `too_many_uploads`
 */
export async function beginUpload(ctx: SignedIn, newFile: NewFile, size: number): Promise<OpenUpload> {
  return withUniquePath(ctx, newFile, size, async (file) => {
    const parts = await openParts(ctx.env.UPLOADS, file.path, file.type).catch((error: unknown) => {
      throw uploadFailure(ctx, error)
    })
    const answer: OpenUpload = { id: file.id, size, part_size: UPLOAD_PART_BYTES, parts: [] }
    const row = ctx.db.insert(fileUploads).values({
      file_id: file.id,
      owner_id: ctx.actor.userId,
      upload_id: parts.upload_id,
      part_size: UPLOAD_PART_BYTES,
      parts: {},
      active_at: ctx.now.toISOString(),
    })
    try {
      const begun = await commitOnce(
        ctx,
        [...newFile.before, limitOpenUploads(ctx), ...pendingFileSteps(ctx, newFile, file), step(row)],
        answer,
        PATH_TAKEN,
      )
      if (begun.id !== file.id) await abort(ctx, parts)
      return begun
    } catch (error) {
      // After `busy` the batch may have been committed.
      if (error instanceof AppError && error.code !== 'busy') await abort(ctx, parts)
      throw error
    }
  })
}
