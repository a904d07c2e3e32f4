import type { OpenUpload } from '@portal/contract/uploads'
import type { SignedIn } from '../context.ts'
import { found } from '../errors.ts'
import { ownUpload } from './own-upload.ts'

/** How far the caller's upload has come, to go on with it. @throws AppError `not_found` once it is a file, or was given up */
export async function getUpload(ctx: SignedIn, id: string): Promise<OpenUpload> {
  const { row } = await ownUpload(ctx, id)
  const parts = Object.keys(found(row.parts)).map(Number)
  return { id, size: row.size, part_size: found(row.part_size), parts: parts.sort((a, b) => a - b) }
}
