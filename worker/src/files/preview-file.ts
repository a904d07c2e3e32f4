import { previewKind } from '@portal/contract/files'
import { TEXT_PREVIEW_BYTES } from '@portal/contract/limits'
import type { SignedIn } from '../context.ts'
import { AppError } from '../errors.ts'
import { openFile } from './open-file.ts'

/** What is shown of a file. */
export interface Preview {
  name: string
  type: string
  /** Bytes that are shown: of a long text only its beginning. */
  length: number
  body: ReadableStream
}

/**
 * Opens a file to be shown in place, for whoever may download it.
 * @throws AppError `not_found`, or `file_type` for what can only be downloaded
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
