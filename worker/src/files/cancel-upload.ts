import type { SignedIn } from '../context.ts'
import { found } from '../errors.ts'
import { discard } from './keep.ts'
import { ownUpload } from './own-upload.ts'

/** Gives the caller's upload up, whatever has become of its section. @throws AppError `not_found` once it is a file, or was given up */
export async function cancelUpload(ctx: SignedIn, id: string): Promise<{ ok: true }> {
  const { row } = await ownUpload(ctx, id)
  await discard(ctx, row, { path: row.path, upload_id: found(row.upload_id) })
  return { ok: true }
}
