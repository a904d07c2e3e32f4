import { contentRefusal, tailBytes, wholeFileMatches } from '@portal/contract/file-content'
import { contentMatches, extensionOf, MEDIA_TYPES, SNIFF_BYTES } from '@portal/contract/files'
import { FILE_CONTENT_REFUSED, FILE_EMPTY } from '@portal/contract/limit-messages'
import { HEIC_HINT } from './sort-files.tsx'

/** The result of checking a file before it is sent. */
export interface FileCheck {
  /** Why it cannot be sent, as a sentence. */
  problem?: string
  /** The name with which a picture of another format could be sent. */
  rename?: string
  /** Possible problems, as sentences: the sender decides. */
  warnings: string[]
  /** Hex; absent if this browser cannot compute it. */
  sha256?: string
}

const CUT_OFF = 'The end of this PDF is missing: it may not be completely downloaded. Please download or save it again.'
const UNREADABLE = 'The file could not be read from this device.'
/** Below this size, in pixels, text on a photographed page is hard to read. */
const READABLE = { shorter: 300, longer: 600 }
/** Bytes at the start of a photo that contain its dimensions, even after an embedded preview. */
const PICTURE_HEAD = 256 * 1024
const PDF_ENDS = 32 * 1024
/** Bytes within which the directory of a legacy Office file usually starts. */
const HEAD_BYTES = 64 * 1024

const read = async (blob: Blob): Promise<Uint8Array> => new Uint8Array(await blob.arrayBuffer())
const latin = (bytes: Uint8Array): string => new TextDecoder('latin1').decode(bytes)

const isPicture = (extension: string): boolean => MEDIA_TYPES[extension]?.startsWith('image/') ?? false

/** Returns whether a file is a HEIC photo. `head` is its beginning. */
export const isHeic = (head: Uint8Array): boolean =>
  /^ftyp(heic|heix|mif1|msf1|hevc|hevx)/.test(latin(head.subarray(4, 12)))

/** Returns the problem of a file whose content does not match its name, with the detected format if known. */
function mismatch(name: string, head: Uint8Array): Pick<FileCheck, 'problem' | 'rename'> {
  const extension = extensionOf(name)
  if ((extension === '.docx' || extension === '.xlsx') && contentMatches('.doc', head)) {
    return {
      problem: 'This document is protected with a password, or of an older kind. Please save it without a password.',
    }
  }
  if (isHeic(head)) {
    return { problem: `${FILE_CONTENT_REFUSED} It is a HEIC photo under another name.${HEIC_HINT}` }
  }
  const kind = Object.keys(MEDIA_TYPES).find(
    (e) => e !== '.txt' && e !== '.doc' && e !== '.xls' && contentMatches(e, head),
  )
  if (!kind) return { problem: contentRefusal(name, head) }
  const rename = isPicture(extension) && isPicture(kind) ? { rename: name.slice(0, name.lastIndexOf('.')) + kind } : {}
  return { problem: `${FILE_CONTENT_REFUSED} It seems to be a ${kind.slice(1).toUpperCase()} file.`, ...rename }
}

async function problemOf(file: File): Promise<Pick<FileCheck, 'problem' | 'rename'> | undefined> {
  const extension = extensionOf(file.name)
  const head = await read(file.slice(0, SNIFF_BYTES))
  if (head.length === 0) return { problem: FILE_EMPTY }
  if (!contentMatches(extension, head)) return mismatch(file.name, head)
  const ends = {
    size: file.size,
    head: await read(file.slice(0, HEAD_BYTES)),
    tail: await read(file.slice(-tailBytes(file.name))),
  }
  if (wholeFileMatches(file.name, ends)) return undefined
  return {
    problem:
      extension === '.pdf' ? CUT_OFF : `${FILE_CONTENT_REFUSED} It may be damaged, or not completely downloaded.`,
  }
}

/** Returns whether a PDF declares encryption: in its trailer, or in the first one of a linearized file. */
async function isProtected(file: File): Promise<boolean> {
  const tail = latin(await read(file.slice(-PDF_ENDS)))
  const start = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(tail)?.[1] ?? Number.NaN)
  const table = Number.isNaN(start) ? '' : latin(await read(file.slice(start, start + PDF_ENDS)))
  const first = latin(await read(file.slice(0, SNIFF_BYTES)))
  return [tail, table, first].some((part) => /\/Encrypt\s*(\d+\s+\d+\s+R|<<)/.test(part))
}

/** Returns width and height of a JPEG from its frame header, after previews and profiles. */
function jpegSize(view: DataView): [number, number] | undefined {
  for (let at = 2; at + 9 < view.byteLength; ) {
    if (view.getUint8(at) !== 0xff) return undefined
    const marker = view.getUint8(at + 1)
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return [view.getUint16(at + 7), view.getUint16(at + 5)]
    at += 2 + view.getUint16(at + 2)
  }
  return undefined
}

/** Returns width and height of a picture, if its header contains them. */
export function pictureSize(extension: string, head: Uint8Array): [number, number] | undefined {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength)
  if (extension === '.png' && head.length >= 24) return [view.getUint32(16), view.getUint32(20)]
  if (extension === '.gif' && head.length >= 10) return [view.getUint16(6, true), view.getUint16(8, true)]
  if (extension === '.bmp' && head.length >= 26) return [view.getInt32(18, true), Math.abs(view.getInt32(22, true))]
  return extension === '.jpg' || extension === '.jpeg' ? jpegSize(view) : undefined
}

async function warningsOf(file: File): Promise<string[]> {
  const extension = extensionOf(file.name)
  if (extension === '.pdf' && (await isProtected(file))) {
    return ['This PDF is protected. If it asks for a password to open, your bookkeeper cannot read it.']
  }
  const size = pictureSize(extension, await read(file.slice(0, PICTURE_HEAD)))
  if (!size) return []
  const [width, height] = size
  if (Math.min(width, height) >= READABLE.shorter && Math.max(width, height) >= READABLE.longer) return []
  return [`This picture is only ${width} × ${height} pixels: it may be too small to read.`]
}

/** Returns the SHA-256 of a file in hex, or undefined if this browser cannot compute it. */
export async function sha256Of(file: Blob): Promise<string | undefined> {
  // Browsers offer it on secure pages only.
  if (!globalThis.crypto?.subtle) return undefined
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()))
  return Array.from(digest, (b) => b.toString(16).padStart(2, '0')).join('')
}

/** Checks a file before it is sent: whether its content matches its name and is readable. Computes its hash. */
export async function checkFile(file: File): Promise<FileCheck> {
  try {
    const problem = await problemOf(file)
    if (problem) return { ...problem, warnings: [] }
    const sha256 = await sha256Of(file)
    return { warnings: await warningsOf(file), ...(sha256 === undefined ? {} : { sha256 }) }
  } catch {
    return { problem: UNREADABLE, warnings: [] }
  }
}
