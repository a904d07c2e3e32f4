import PostalMime, { type Email } from 'postal-mime'

/** Header fields and nested parts beyond these limits are not from a mail program. */
const PARSER_LIMITS = { maxNestingDepth: 30, maxHeadersSize: 256 * 1024, maxRfc822NestingDepth: 0 }
/** Lines that a mail of any size may have. */
const LINES_MIN = 20_000
/** Bytes for each further line. Many short lines are refused, because the parser needs memory for each. */
const LINE_BYTES = 60
/** Lines that can begin a part. */
const BOUNDARIES_MAX = 2000
/** Characters of HTML and text that are converted. Converting hostile HTML takes quadratic time. */
const CONVERTED_MAX = 50_000

const NEWLINE = 0x0a
const RETURN = 0x0d
const DASH = 0x2d

/** Returns the number of bytes up to the first empty line. */
function headerLength(bytes: Uint8Array): number {
  for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, at + 1)) {
    const next = bytes[at + 1]
    if (next === NEWLINE || (next === RETURN && bytes[at + 2] === NEWLINE)) return at + 1
  }
  return bytes.length
}

/** Returns whether a mail has more lines or parts than mail programs write. */
function isExcessive(bytes: Uint8Array): boolean {
  let [lines, boundaries] = [0, 0]
  for (let at = 0; at > 0 || lines === 0; at = bytes.indexOf(NEWLINE, at) + 1) {
    lines++
    if (bytes[at] === DASH && bytes[at + 1] === DASH) boundaries++
  }
  return boundaries > BOUNDARIES_MAX || lines > LINES_MIN + bytes.length / LINE_BYTES
}

type AddText = (this: PostalMime, node: unknown, type: string, part: { type: string; value: unknown }) => void
const { addTextEntry } = PostalMime.prototype as unknown as { addTextEntry: AddText }

/** A parser that keeps only the beginning of long texts, which it converts from HTML to text or the reverse. */
class BoundedParser extends PostalMime {
  #left = CONVERTED_MAX

  addTextEntry(node: unknown, type: string, part: { type: string; value: unknown }): void {
    const value = String(part.value).slice(0, this.#left)
    this.#left -= value.length
    addTextEntry.call(this, node, type, { ...part, value })
  }
}

/** Returns the header of a mail, without its parts; undefined if it is damaged. */
export async function parseHeader(bytes: Uint8Array): Promise<Email | undefined> {
  const header = bytes.subarray(0, headerLength(bytes))
  return header.length > PARSER_LIMITS.maxHeadersSize ? undefined : parse(new PostalMime(PARSER_LIMITS), header)
}

/** Returns a mail with its parts; undefined if it is damaged. */
export const parseMail = async (bytes: Uint8Array): Promise<Email | undefined> =>
  isExcessive(bytes) ? undefined : parse(new BoundedParser(PARSER_LIMITS), bytes)

async function parse(parser: PostalMime, bytes: Uint8Array): Promise<Email | undefined> {
  try {
    return await parser.parse(bytes)
  } catch {
    return undefined
  }
}
