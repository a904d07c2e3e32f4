import { HEIC_HINT } from '@portal/kit/features/uploads/sort-files'
import { cleanPhoto, PHOTO_DAMAGED } from '@portal/kit/features/uploads/clean-photo'
import { isApiError, lazyCode } from '@portal/sdk'
import { isHeicFile } from './is-heic-file.ts'

export const heicConverter = lazyCode(() => import('./convert-heic.ts'))

/**
 * Returns a photo as it is sent: upright, without metadata, and as JPEG if it is HEIC. Other files are returned
 * unchanged. Returns why a photo cannot be sent as `problem`. Rejects if the converter could not be loaded.
 */
export async function preparePhoto(file: File): Promise<{ file: File } | { problem: string }> {
  if (!(await isHeicFile(file))) return cleanPhoto(file).then(asFile, () => ({ problem: PHOTO_DAMAGED }))
  try {
    const { convertHeic } = await heicConverter.load()
    return asFile(await convertHeic(file))
  } catch (error) {
    if (isApiError(error, 'network') || !navigator.onLine) throw error
    return { problem: `${PHOTO_DAMAGED}${HEIC_HINT}` }
  }
}

const asFile = (file: File): { file: File } => ({ file })
