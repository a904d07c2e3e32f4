import { MAX_OPEN_UPLOADS, UPLOAD_TTL_MS, UPLOAD_PART_BYTES } from '@portal/contract/limits'
import type { OpenUpload } from '@portal/contract/uploads'
import type { SignedIn } from '../context.ts'
import { fileUploads } from '../db/schema/index.ts'
import { commitOnce, require, type Step, step } from '../db/write.ts'
import { AppError } from '../errors.ts'
import { log } from '../log.ts'
import { abortParts, openParts, type OpenParts } from '../storage/parts.ts'
import { announced, type Keeping, PATH_TAKEN, pendingRow, uploadFailure } from './keep.ts'

/** One person keeps only so many uploads open; those on which nothing moves any more do not count. */
function quota(ctx: SignedIn): Step {
  const since = new Date(ctx.now.getTime() - UPLOAD_TTL_MS).toISOString()
  return require('too_many_uploads', '(SELECT count(*) FROM file_uploads WHERE owner_id = ? AND active_at > ?) < ?', [
    ctx.actor.userId,
    since,
    MAX_OPEN_UPLOADS,
  ])
}

async function giveUp(ctx: SignedIn, parts: OpenParts): Promise<void> {
  // R2 itself drops what is left open after a week; it holds no bytes yet.
  await abortParts(ctx.env.UPLOADS, parts).catch((error: unknown) => {
    log('upload.left', { id: ctx.requestId, error: error instanceof Error ? error.name : 'unknown' })
  })
}

/**
 * Opens an upload in parts for a file whose name and size were found good. Repeated with the same key it answers with the same upload.
 * @throws AppError what `keeping.before` names, or `too_many_uploads`
 */
export async function beginUpload(ctx: SignedIn, keeping: Keeping, size: number): Promise<OpenUpload> {
  return announced(ctx, keeping, size, async (file) => {
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
        [...keeping.before, quota(ctx), ...pendingRow(ctx, keeping, file), step(row)],
        answer,
        PATH_TAKEN,
      )
      if (begun.id !== file.id) await giveUp(ctx, parts)
      return begun
    } catch (error) {
      // `busy` may mean that it was written all the same.
      if (error instanceof AppError && error.code !== 'busy') await giveUp(ctx, parts)
      throw error
    }
  })
}
