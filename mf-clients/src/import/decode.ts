import { isBlank } from '@portal/contract/text'
import { IMPORT_BYTES_MAX } from '@portal/contract/limits'
import { decodeBytes, type Encoding } from './encodings.ts'
import { guessEncoding } from './guess-encoding.ts'

/** An encoding, and whether it is only a guess. */
export interface DetectedEncoding {
  encoding: Encoding
  guessed: boolean
}

/** A decoded file with its encoding, or a sentence that says why it cannot be used. */
export type Decoded = ({ text: string } & DetectedEncoding) | { refusal: string }

const ADVICE = 'Please save it as CSV and choose that file.'
const SPREADSHEET = /\.(xlsx?|xlsm|xlsb|ods|numbers)$/i

/** First bytes of files that are often mistaken for CSV. */
const SIGNATURES: readonly { bytes: readonly number[]; what: (name: string) => string }[] = [
  {
    bytes: [0x50, 0x4b, 0x03, 0x04],
    what: (name) =>
      SPREADSHEET.test(name) ? `is a spreadsheet, not a CSV file. ${ADVICE}` : 'is a ZIP archive, not a CSV file.',
  },
  { bytes: [0xd0, 0xcf, 0x11, 0xe0], what: () => `is an older Office document, not a CSV file. ${ADVICE}` },
  { bytes: [0x25, 0x50, 0x44, 0x46], what: () => 'is a PDF, not a CSV file.' },
  { bytes: [0x89, 0x50, 0x4e, 0x47], what: () => 'is a picture, not a CSV file.' },
  { bytes: [0xff, 0xd8, 0xff], what: () => 'is a picture, not a CSV file.' },
  { bytes: [0x47, 0x49, 0x46, 0x38], what: () => 'is a picture, not a CSV file.' },
]

const startsWith = (bytes: Uint8Array, start: readonly number[]): boolean => start.every((b, i) => bytes[i] === b)

/**
 * Returns the share of zero bytes at even and odd positions. UTF-16 text in Latin letters has a
 * zero in every other byte.
 */
function zeroShares(bytes: Uint8Array): { even: number; odd: number } {
  const sample = bytes.subarray(0, 4000)
  const share = (from: number): number => {
    const half = sample.filter((_, i) => i % 2 === from)
    return half.filter((b) => b === 0).length / Math.max(1, half.length)
  }
  return { even: share(0), odd: share(1) }
}

const known = (encoding: Encoding): DetectedEncoding => ({ encoding, guessed: false })

function detectEncoding(bytes: Uint8Array): DetectedEncoding {
  if (startsWith(bytes, [0xff, 0xfe])) return known('utf-16le')
  if (startsWith(bytes, [0xfe, 0xff])) return known('utf-16be')
  const { even, odd } = zeroShares(bytes)
  if (odd > 0.3 && even < 0.05) return known('utf-16le')
  if (even > 0.3 && odd < 0.05) return known('utf-16be')
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    // Escape sequences of ISO-2022-JP, in which all bytes are ASCII.
    return text.includes('\u001B$') ? known('iso-2022-jp') : known('utf-8')
  } catch {
    return { encoding: guessEncoding(bytes), guessed: true }
  }
}

/** Returns what the text is if it is not CSV, or undefined. */
function otherText(text: string): string | undefined {
  // oxlint-disable-next-line no-control-regex -- text files do not contain these characters
  if (/[\u0000-\u0008\u000e-\u0019]/.test(text)) return 'is a binary file, not a CSV file.'
  if (/^\s*<(!doctype|html|\?xml|[a-z]+[\s>])/i.test(text)) return 'is a web page or XML, not a CSV file.'
  if (/^\s*[{[]\s*["{[]/.test(text)) return 'is JSON, not a CSV file.'
  return isBlank(text) ? 'is empty.' : undefined
}

/** Decodes a file, whatever program wrote it. */
export function decodeCsv(name: string, bytes: Uint8Array): Decoded {
  const refuse = (what: string): Decoded => ({ refusal: `“${name}” ${what}` })
  if (bytes.length === 0) return refuse('is empty.')
  if (bytes.length > IMPORT_BYTES_MAX)
    return refuse(`is larger than ${IMPORT_BYTES_MAX / 1024 / 1024} MB. Please split it.`)
  const signature = SIGNATURES.find((s) => startsWith(bytes, s.bytes))
  if (signature) return refuse(signature.what(name))
  const detected = detectEncoding(bytes)
  const text = decodeBytes(bytes, detected.encoding)
  const other = otherText(text)
  return other ? refuse(other) : { text, ...detected }
}
