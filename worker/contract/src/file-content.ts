import { extensionOf } from './files.ts'
import { FILE_CONTENT_REFUSED } from './limit-messages.ts'
import { isText } from './text-content.ts'

/** Bytes to read from the end of an Office document. Office programs never write a longer central directory. */
const OFFICE_TAIL_BYTES = 1024 * 1024
/** Bytes to read from the end of any other file. */
export const TAIL_BYTES = 64 * 1024
// A ZIP archive can end with a comment of this length, after the 22 bytes of the end-of-central-directory record.
const COMMENT_MAX = 0xffff

/** Returns how many bytes from the end of a file `wholeFileMatches` needs. */
export const tailBytes = (name: string): number => (/\.(docx|xlsx)$/i.test(name) ? OFFICE_TAIL_BYTES : TAIL_BYTES)

/** The first and last bytes of a file; they overlap in a short file. */
export interface FileEnds {
  size: number
  head: Uint8Array
  /** The last `tailBytes(name)` bytes, or the whole file when it is shorter. */
  tail: Uint8Array
}

const view = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** Returns the names in the central directory of an archive; undefined when it is missing or longer than the tail. */
function entryNames({ size, tail }: FileEnds): string[] | undefined {
  const data = view(tail)
  let end = tail.length - 22
  const first = Math.max(0, end - COMMENT_MAX)
  while (end >= first && data.getUint32(end, true) !== 0x06054b50) end--
  if (end < first) return undefined
  const start = data.getUint32(end + 16, true) - (size - tail.length)
  if (start < 0) return undefined
  const names: string[] = []
  for (let at = start; at + 46 <= end; ) {
    if (data.getUint32(at, true) !== 0x02014b50) return undefined
    const length = data.getUint16(at + 28, true)
    names.push(new TextDecoder().decode(tail.subarray(at + 46, at + 46 + length)))
    at += 46 + length + data.getUint16(at + 30, true) + data.getUint16(at + 32, true)
  }
  return names
}

/** Returns whether the archive is an Office document of the expected kind and without macros. */
function isOffice(ends: FileEnds, folder: string): boolean {
  const names = entryNames(ends) ?? []
  const holds = names.includes('[Content_Types].xml') && names.some((n) => n.startsWith(folder))
  return holds && !names.some((n) => /vbaProject\.bin$/i.test(n))
}

/** Returns whether the bytes contain a name in UTF-16, the encoding of names in a compound file. */
function holdsName(bytes: Uint8Array, name: string): boolean {
  const encoded = Uint8Array.from(name, (c) => c.charCodeAt(0)).reduce<number[]>((all, b) => all.concat(b, 0), [])
  const [first = 0] = encoded
  for (let at = bytes.indexOf(first); at >= 0; at = bytes.indexOf(first, at + 1)) {
    if (encoded.every((b, i) => bytes[at + i] === b)) return true
  }
  return false
}

// Class id in the root entry of a Windows installer package.
const INSTALLER = [0x84, 0x10, 0x0c, 0, 0, 0, 0, 0, 0xc0, 0, 0, 0, 0, 0, 0, 0x46]

function isInstaller(head: Uint8Array): boolean {
  if (head.length < 512) return false
  const data = view(head)
  const root = (data.getUint32(48, true) + 1) * 2 ** data.getUint16(30, true)
  return INSTALLER.every((b, i) => head[root + 80 + i] === b)
}

const OLD_OFFICE = { '.doc': 'WordDocument', '.xls': 'Workbook' } as const
const OLD_KINDS = ['WordDocument', 'Workbook', 'PowerPoint Document']

/** Returns false when the names in a compound file show that it is not the expected kind of document. */
function isOldOffice({ head, tail }: FileEnds, name: string): boolean {
  if (isInstaller(head)) return false
  const seen = OLD_KINDS.filter((kind) => holdsName(head, kind) || holdsName(tail, kind))
  return seen.length === 0 || seen.includes(name)
}

/**
 * Returns whether a PDF is complete: it ends with the end mark or the address of the cross-reference table, and
 * no object follows. Some programs append a few bytes, and a PDF optimized for the web has another end mark
 * near its beginning.
 */
function isWholePdf(tail: Uint8Array): boolean {
  const text = new TextDecoder('latin1').decode(tail)
  const end = Math.max(text.lastIndexOf('%%EOF'), text.search(/startxref\s+\d+\s*$/))
  return end >= 0 && !/\d\s+\d+\s+obj\b/.test(text.slice(end))
}

/**
 * Returns whether a whole file matches its extension, after `contentMatches` has accepted its beginning. Refuses a
 * spreadsheet named as a document, other archives, and truncated documents.
 */
export function wholeFileMatches(name: string, ends: FileEnds): boolean {
  switch (extensionOf(name)) {
    case '.docx':
      return isOffice(ends, 'word/')
    case '.xlsx':
      return isOffice(ends, 'xl/')
    case '.doc':
      return isOldOffice(ends, OLD_OFFICE['.doc'])
    case '.xls':
      return isOldOffice(ends, OLD_OFFICE['.xls'])
    case '.txt':
      return isText(ends)
    case '.pdf':
      return isWholePdf(ends.tail)
    default:
      return true
  }
}

/** Beginnings of files that Office programs open under the name of a document, without spaces and in lower case. */
const DISGUISES: readonly [RegExp, string][] = [
  [/^\{\\rtf/, 'an RTF file'],
  [/^(?:mime-version:|from:)/, 'a web archive'],
  [/^<\?xml/, 'an XML file'],
  [/^<(?:!|html|head|meta|style|body|table|div)/, 'a web page'],
]
const DISGUISE_BYTES = 1024

/** Returns why a file whose beginning does not match its name is refused, with advice for Office documents. */
export function contentRefusal(name: string, head: Uint8Array): string {
  const [, family] = /^\.(doc|xls)x?$/.exec(extensionOf(name)) ?? []
  const text = new TextDecoder('latin1').decode(head.subarray(0, DISGUISE_BYTES))
  // A byte order mark, and the zero bytes of UTF-16.
  const start = text
    .replace(/^(?:ï»¿|ÿþ|þÿ)/, '')
    .replace(/[\s\0]/g, '')
    .toLowerCase()
  const kind = DISGUISES.find(([beginning]) => beginning.test(start))?.[1]
  if (family === undefined || kind === undefined) return FILE_CONTENT_REFUSED
  const advice = family === 'doc' ? 'open it in Word and save it as .docx' : 'open it in Excel and save it as .xlsx'
  return `${FILE_CONTENT_REFUSED} It is ${kind} under another name. Please ${advice}.`
}
