import { extensionOf } from '@portal/contract/files'
import { FIELD_IS_FULL, FILE_EMPTY, FILE_TOO_LARGE, FILE_TYPE_REFUSED } from '@portal/contract/limit-messages'
import { MAX_FILE_BYTES } from '@portal/contract/limits'

/** A file that is rejected before it is sent. */
export interface Refusal {
  name: string
  reason: string
}

/** Advice for sending an iPhone photo. */
export const HEIC_HINT = ' Please send the photo as JPG (on an iPhone: Settings › Camera › Formats › Most Compatible).'

/** Returns advice for common file types that are not accepted. */
function hintFor(extension: string, accept: readonly string[]): string {
  if (extension === '.heic' || extension === '.heif') return accept.includes('.jpg') ? HEIC_HINT : ''
  return extension === '.tiff' && accept.includes('.pdf') ? ' Please save the scan as PDF.' : ''
}

/**
 * Separates files that may be sent from those that may not, with the contract's reasons. `remaining` is how many more
 * are accepted.
 */
export function sortFiles(
  files: readonly File[],
  accept: readonly string[],
  remaining: number,
): { good: File[]; refused: Refusal[] } {
  const good: File[] = []
  const refused: Refusal[] = []
  for (const file of files) {
    const extension = extensionOf(file.name)
    const reason = !accept.includes(extension)
      ? `${FILE_TYPE_REFUSED}${hintFor(extension, accept)}`
      : file.size === 0
        ? FILE_EMPTY
        : file.size > MAX_FILE_BYTES
          ? FILE_TOO_LARGE
          : good.length >= remaining
            ? FIELD_IS_FULL
            : undefined
    if (reason) refused.push({ name: file.name, reason })
    else good.push(file)
  }
  return { good, refused }
}
