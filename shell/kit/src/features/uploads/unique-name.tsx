import { extensionOf, safeFileName } from '@portal/contract/files'

const GENERIC = /^(image|photo)\.(png|jpe?g|jfif|hei[cf])$/i
const two = (n: number): string => String(n).padStart(2, '0')

/** The time in the last name that was given. */
let lastAt = 0

/**
 * Returns a file with the name that it is shown and sent with: safe, and unique if it was the generic name of a camera
 * or clipboard, also when several files are chosen at once.
 */
export function withUniqueName(file: File): File {
  const { type, lastModified } = file
  const safe = safeFileName(file.name)
  if (!GENERIC.test(safe)) return safe === file.name ? file : new File([file], safe, { type, lastModified })
  lastAt = Math.max(Date.now(), lastAt + 1)
  const at = new Date(lastAt)
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
  const ms = String(at.getMilliseconds()).padStart(3, '0')
  const time = `${two(at.getHours())}.${two(at.getMinutes())}.${two(at.getSeconds())}.${ms}`
  return new File([file], `Picture ${day} ${time}${extensionOf(safe)}`, { type, lastModified })
}
