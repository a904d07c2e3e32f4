import { previewKind } from '@portal/contract/files'
import { TEXT_PREVIEW_BYTES } from '@portal/contract/limits'
import type { SignedIn } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { openFile } from './open-file.ts'

export interface Preview {
  name: string
  type: string
  /** Bytes that are shown. A long text is cut off. */
  length: number
  body: ReadableStream
}

/**
 * Opens the preview of a file that the caller can download.
 * @throws AppError `not_found`, or `file_type` when the type has no preview
 */
export async function previewFile(ctx: SignedIn, key: string): Promise<Preview> {
  const file = await openFile(ctx, key)
  const { name, type, size } = file
  const kind = previewKind(name)
  if (!kind)
    throw new AppError('file_type', { title: 'No preview', detail: 'This type of file can only be downloaded.' })
  const length = kind === 'text' ? Math.min(size, TEXT_PREVIEW_BYTES) : size
  return { name, type, length, body: await file.read(length < size ? { offset: 0, length } : undefined) }
}
