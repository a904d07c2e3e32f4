import type { OpenUpload } from '@portal/contract/uploads'
import type { SignedIn } from '../../context.ts'
import { found } from '../../errors.ts'
import { ownUpload } from './own-upload.ts'

/** Returns the progress of an upload of the caller. @throws AppError `not_found`, also when completed or canceled */
export async function getUpload(ctx: SignedIn, id: string): Promise<OpenUpload> {
  const { row } = await ownUpload(ctx, id)
  const parts = Object.keys(found(row.parts)).map(Number)
  return { id, size: row.size, part_size: found(row.part_size), parts: parts.sort((a, b) => a - b) }
}
