import { extensionOf } from './files.ts'
import { isText } from './text-content.ts'

/** An Office document has its list of contents at its end: longer than this is none that an Office program writes. */
const OFFICE_TAIL_BYTES = 1024 * 1024
/** Bytes from the end of any other file that are looked at. */
export const TAIL_BYTES = 64 * 1024
/** An archive may end with a comment of this length, behind the record of 22 bytes that says where its list of contents is. */
const COMMENT_MAX = 0xffff

/** Bytes from the end of a file of this name that `wholeFileMatches` wants to see. */
export const tailBytes = (name: string): number => (/\.(docx|xlsx)$/i.test(name) ? OFFICE_TAIL_BYTES : TAIL_BYTES)

/** A whole file as far as it is looked at: its first and last bytes (which overlap, or are the same, in a short one). */
export interface FileEnds {
  size: number
  head: Uint8Array
  /** The last `tailBytes(name)`, or all of a shorter file. */
  tail: Uint8Array
}

const view = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** Names of an archive's entries; undefined where it has no list of contents, or one that is longer than what is seen. */
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

/** An Office document is an archive that says so, holds the part its extension stands for, and no macros. */
function isOffice(ends: FileEnds, folder: string): boolean {
  const names = entryNames(ends) ?? []
  const holds = names.includes('[Content_Types].xml') && names.some((n) => n.startsWith(folder))
  return holds && !names.some((n) => /vbaProject\.bin$/i.test(n))
}

/** Whether bytes hold a text as UTF-16, as names in a compound file are written. */
function holdsName(bytes: Uint8Array, name: string): boolean {
  const wanted = Uint8Array.from(name, (c) => c.charCodeAt(0)).reduce<number[]>((all, b) => all.concat(b, 0), [])
  const [first = 0] = wanted
  for (let at = bytes.indexOf(first); at >= 0; at = bytes.indexOf(first, at + 1)) {
    if (wanted.every((b, i) => bytes[at + i] === b)) return true
  }
  return false
}

/** What the root of an installer's compound file says of itself. */
const INSTALLER = [0x84, 0x10, 0x0c, 0, 0, 0, 0, 0, 0xc0, 0, 0, 0, 0, 0, 0, 0x46]

function isInstaller(head: Uint8Array): boolean {
  if (head.length < 512) return false
  const data = view(head)
  const root = (data.getUint32(48, true) + 1) * 2 ** data.getUint16(30, true)
  return INSTALLER.every((b, i) => head[root + 80 + i] === b)
}

const OLD_OFFICE = { '.doc': 'WordDocument', '.xls': 'Workbook' } as const
const OLD_KINDS = ['WordDocument', 'Workbook', 'PowerPoint Document']

/** A compound file may be anything; one whose names show that it is something else is refused. */
function isOldOffice({ head, tail }: FileEnds, name: string): boolean {
  if (isInstaller(head)) return false
  const seen = OLD_KINDS.filter((kind) => holdsName(head, kind) || holdsName(tail, kind))
  return seen.length === 0 || seen.includes(name)
}

/**
 * Whether a PDF has its end: the mark, or the address of the table of objects in front of it, with no object behind. Some programs append
 * a few bytes, and a PDF made for the web has such a mark near its beginning too.
 */
function isWholePdf(tail: Uint8Array): boolean {
  const text = new TextDecoder('latin1').decode(tail)
  const end = Math.max(text.lastIndexOf('%%EOF'), text.search(/startxref\s+\d+\s*$/))
  return end >= 0 && !/\d\s+\d+\s+obj\b/.test(text.slice(end))
}

/**
 * Whether a file whose beginning was found good (`contentMatches`) is as a whole what its extension says: a table is no letter,
 * an archive no document, and a document cut off in the middle none either.
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
