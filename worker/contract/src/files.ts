import type { WorkformField } from './fields.ts'
import { createTextCheck } from './text-content.ts'

/** Accepted extensions by purpose, with the dot. */
export const CLIENT_FILE_EXTENSIONS = [
  '.pdf',
  '.doc',
  '.docx',
  '.txt',
  '.jpg',
  '.jpeg',
  '.png',
  '.gif',
  '.bmp',
  '.tiff',
] as const
export const REUPLOAD_EXTENSIONS = ['.pdf', '.doc', '.docx', '.xls', '.xlsx', '.jpg', '.jpeg', '.png'] as const
export const ASSIGN_TEMPLATE_EXTENSIONS = [...REUPLOAD_EXTENSIONS] as const
export const WORKFORM_TEMPLATE_EXTENSIONS = ['.pdf', '.doc', '.docx', '.xls', '.xlsx', '.txt'] as const
/** Chat accepts every type that either side can upload elsewhere. */
export const CHAT_FILE_EXTENSIONS = [...CLIENT_FILE_EXTENSIONS, '.xls', '.xlsx'] as const

/** Media types by extension. The type that the browser claims is never used. */
export const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.pdf': 'application/pdf',
  '.doc': 'application/msword',
  '.docx': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  '.xls': 'application/vnd.ms-excel',
  '.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  '.txt': 'text/plain',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.png': 'image/png',
  '.gif': 'image/gif',
  '.bmp': 'image/bmp',
  '.tiff': 'image/tiff',
}

const DOCUMENTS = [
  ['PDF', ['.pdf']],
  ['Word', ['.doc', '.docx']],
  ['Excel', ['.xls', '.xlsx']],
  ['plain text', ['.txt']],
] as const
const PICTURES = ['.jpg', '.png', '.gif', '.bmp', '.tiff']

/** Returns the file types of a list of extensions in words: 'PDF, Word or pictures (JPG, PNG)'. */
export function describeFileTypes(extensions: readonly string[]): string {
  const kinds: string[] = DOCUMENTS.filter(([, own]) => own.some((e) => extensions.includes(e))).map(([label]) => label)
  const pictures = PICTURES.filter((e) => extensions.includes(e) || (e === '.jpg' && extensions.includes('.jpeg')))
  if (pictures.length > 0) kinds.push(`pictures (${pictures.map((e) => e.slice(1).toUpperCase()).join(', ')})`)
  const last = kinds.pop() ?? ''
  const list = kinds.length > 0 ? `${kinds.join(', ')} or ${last}` : last
  return list.charAt(0).toUpperCase() + list.slice(1)
}

/** Other spellings of extensions, which scanners and browsers use. */
const SPELLINGS: Readonly<Record<string, string>> = { '.tif': '.tiff', '.jfif': '.jpg', '.jpe': '.jpg' }

/** Returns the extension of a file name in lower case with the dot and in its usual spelling, or ''. */
export function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.')
  const extension = dot > 0 ? name.slice(dot).toLowerCase() : ''
  return SPELLINGS[extension] ?? extension
}

/** Returns accepted extensions in all spellings, as the `accept` attribute of a file input needs them. */
export const allSpellings = (accepted: readonly string[]): string[] => [
  ...accepted,
  ...Object.keys(SPELLINGS).filter((spelling) => accepted.includes(SPELLINGS[spelling] ?? '')),
]

/** Returns the extensions that a field accepts: its own list, limited to those allowed for its type. */
export function acceptedExtensions(field: Pick<WorkformField, 'type' | 'accept'>): readonly string[] {
  const allowed: readonly string[] = field.type === 'download-reupload' ? REUPLOAD_EXTENSIONS : CLIENT_FILE_EXTENSIONS
  const own = field.accept?.filter((e) => allowed.includes(e))
  return own && own.length > 0 ? own : allowed
}

/** Replaces every character other than letters, digits, dot, hyphen and underscore by an underscore. */
export function cleanFileName(name: string): string {
  return name.replace(/[^A-Za-z0-9._-]/g, '_')
}

/**
 * Returns a file name that is safe to store, show and send: path separators, control characters and characters
 * that change the writing direction (`invoice\u202efdp.txt` would read as a PDF) become underscores.
 */
export function safeFileName(name: string): string {
  return name.toWellFormed().replace(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069/\\]/gu, '_')
}

/** Returns a file size in KB, rounded, or 'Unknown size'. */
export function formatSize(bytes: number | undefined): string {
  return bytes === undefined || bytes <= 0
    ? 'Unknown size'
    : `${Math.max(1, Math.round(bytes / 1024)).toLocaleString('en-US')} KB`
}

const ascii = (s: string): number[] => Array.from(s, (c) => c.charCodeAt(0))
const OLE = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]
const ZIP = [0x50, 0x4b, 0x03, 0x04]

/** First bytes by extension; each list is one alternative. Plain text has none, and PDFs are searched for theirs. */
const SIGNATURES: Readonly<Record<string, readonly (readonly number[])[]>> = {
  '.doc': [OLE],
  '.xls': [OLE],
  '.docx': [ZIP],
  '.xlsx': [ZIP],
  '.jpg': [[0xff, 0xd8, 0xff]],
  '.jpeg': [[0xff, 0xd8, 0xff]],
  '.png': [[0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  '.gif': [ascii('GIF87a'), ascii('GIF89a')],
  '.bmp': [ascii('BM')],
  '.tiff': [
    [0x49, 0x49, 0x2a, 0x00],
    [0x4d, 0x4d, 0x00, 0x2a],
  ],
}

// First bytes of common programs, scripts, archives and media, which are not accepted under any name.
const FOREIGN = [
  ...['MZ', '#!', '\x7fELF', 'Rar!', 'RIFF', 'PK', '{\\rtf'].map(ascii),
  ...[0xcafebabe, 0xfeedface, 0xfeedfacf, 0xcefaedfe, 0xcffaedfe, 0x377abcaf].map((n) =>
    [24, 16, 8, 0].map((bit) => (n >>> bit) & 0xff),
  ),
  [0x1f, 0x8b],
]

/** A tag. Not an address in the headers of a mail or of a web server. */
const MARKUP = /<\s*(?![\w.+-]+(?:@|:\/\/))[a-z!?/%]/i

/** Number of bytes in which PDF readers look for the header. */
const PDF_HEADER_BYTES = 1024

/**
 * Returns whether a file is a PDF. Scanners, mail programs and web servers put a byte order mark, line breaks or
 * headers before the header. Any other signature, or markup, makes it a file of that type that only mentions PDF.
 */
function isPdf(head: Uint8Array): boolean {
  const text = new TextDecoder('latin1').decode(head.subarray(0, PDF_HEADER_BYTES))
  const at = text.indexOf('%PDF-')
  if (at <= 0) return at === 0
  const others = [...FOREIGN, ...Object.values(SIGNATURES).flat()]
  // A UTF-16 page has a zero byte after each letter.
  const before = text.slice(0, at).replaceAll('\0', '')
  return !others.some((s) => startsWith(head, s)) && !MARKUP.test(before)
}

/** Number of bytes that `contentMatches` needs. */
export const SNIFF_BYTES = 4096

/**
 * Returns whether the beginning of a file matches its extension. `head` is the first `SNIFF_BYTES` bytes, or
 * the whole file when it is shorter.
 */
export function contentMatches(extension: string, head: Uint8Array): boolean {
  if (extension === '.txt') return createTextCheck()(head) && !startsWith(head, ascii('MZ')) && !startsWith(head, ZIP)
  if (extension === '.pdf') return isPdf(head)
  const signatures = SIGNATURES[extension]
  if (!signatures?.some((s) => startsWith(head, s))) return false
  if (extension === '.bmp') return BMP_HEADERS.includes(head[14] ?? 0) && head.subarray(15, 18).every((b) => b === 0)
  const entries = OFFICE_ENTRIES[extension]
  return entries === undefined || entries.some((entry) => firstEntry(head).startsWith(entry))
}

// Lengths of the second header of a bitmap. The two letters of the signature alone are too weak.
const BMP_HEADERS = [12, 16, 40, 52, 56, 64, 108, 124]

// Possible names of the first entry in an Office document. Any other archive is not a document.
const SHARED_ENTRIES = ['[Content_Types].xml', '_rels/', 'docProps/', 'customXml/']
const OFFICE_ENTRIES: Readonly<Record<string, readonly string[]>> = {
  '.docx': [...SHARED_ENTRIES, 'word/'],
  '.xlsx': [...SHARED_ENTRIES, 'xl/'],
}

/** Returns the name of an archive's first entry, from its local file header. */
function firstEntry(head: Uint8Array): string {
  const length = (head[26] ?? 0) + 256 * (head[27] ?? 0)
  return new TextDecoder().decode(head.subarray(30, 30 + length))
}

function startsWith(bytes: Uint8Array, prefix: readonly number[]): boolean {
  return bytes.length >= prefix.length && prefix.every((b, i) => bytes[i] === b)
}

/** How a file can be previewed. Other types (Office documents, TIFF) can only be downloaded. */
export type PreviewKind = 'image' | 'pdf' | 'text'
const PREVIEWS: Readonly<Record<string, PreviewKind>> = {
  '.pdf': 'pdf',
  '.txt': 'text',
  '.jpg': 'image',
  '.jpeg': 'image',
  '.png': 'image',
  '.gif': 'image',
  '.bmp': 'image',
}

/** Returns how a file can be previewed, or undefined. */
export const previewKind = (name: string): PreviewKind | undefined => PREVIEWS[extensionOf(name)]
