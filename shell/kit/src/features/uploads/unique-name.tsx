import { extensionOf } from '@portal/contract/files'

const GENERIC = /^(image|photo)\.(png|jpe?g|jfif|hei[cf])$/i
const two = (n: number): string => String(n).padStart(2, '0')

/** The time in the last name that was given. */
let lastAt = 0

/** Gives generic camera and clipboard names a unique name, also to several files that are chosen at once. */
export function withUniqueName(file: File): File {
  if (!GENERIC.test(file.name)) return file
  lastAt = Math.max(Date.now(), lastAt + 1)
  const at = new Date(lastAt)
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
  const ms = String(at.getMilliseconds()).padStart(3, '0')
  const time = `${two(at.getHours())}.${two(at.getMinutes())}.${two(at.getSeconds())}.${ms}`
  const { type, lastModified } = file
  return new File([file], `Picture ${day} ${time}${extensionOf(file.name)}`, { type, lastModified })
}
