/**
 * Parses a Range header into the bytes to send.
 * @returns `unsatisfiable` past the end, or undefined when there is no range or its form is ignored
 */
export function rangeOf(
  header: string | undefined,
  size: number,
): { offset: number; length: number } | 'unsatisfiable' | undefined {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '') ?? []
  if (from === '' && to === '') return undefined
  if (from === '')
    return Number(to) === 0
      ? 'unsatisfiable'
      : { offset: Math.max(0, size - Number(to)), length: Math.min(size, Number(to)) }
  const [first, last] = [Number(from), to === '' ? size - 1 : Math.min(Number(to), size - 1)]
  if (to !== '' && Number(to) < first) return undefined
  return first >= size ? 'unsatisfiable' : { offset: first, length: last - first + 1 }
}

/** Returns the Content-Type of a media type: texts name their charset, so that browsers do not guess. */
export const contentType = (type: string): string => (type.startsWith('text/') ? `${type}; charset=utf-8` : type)

/** Returns a file name in ASCII, without characters that have a meaning in headers or file systems. */
const asciiName = (name: string): string => name.replace(/[^A-Za-z0-9 ._()-]/g, '_')

const encoded = (name: string): string =>
  encodeURIComponent(name.toWellFormed()).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)

/** Returns a Content-Disposition that saves a file under any name (RFC 6266, RFC 5987). */
export function attachment(name: string): string {
  return `attachment; filename="${asciiName(name)}"; filename*=UTF-8''${encoded(name)}`
}
