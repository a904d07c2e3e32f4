import type { SignedIn } from '../../context.ts'
import { found } from '../../errors.ts'
import { discardUpload } from './store-file.ts'
import { ownUpload } from './own-upload.ts'

/** Cancels an upload of the caller. @throws AppError `not_found`, also when it was completed or canceled */
export async function cancelUpload(ctx: SignedIn, id: string): Promise<{ ok: true }> {
  const { row } = await ownUpload(ctx, id)
  await discardUpload(ctx, row, { path: row.path, upload_id: found(row.upload_id) })
  return { ok: true }
}
