/**
 * Finds what a person has written in a reply, without the quoted mail below it. Works on lines, in linear time, because
 * the text is from outside.
 */

/** Returns a pattern for any of the alternatives, between a beginning and an end. */
const anyOf = (begin: string, alternatives: readonly string[], end: string): RegExp =>
  new RegExp(`${begin}(?:${alternatives.join('|')})${end}`, 'i')

/** The verbs of "On … Maya wrote:", in the languages of the common mail programs. */
const WROTE = anyOf(
  '',
  [
    'wrote|a écrit|escribió|ha scritto|escreveu|schreef|kirjoitti',
    String.raw`schrieb[^:]{0,200}|skrev[^:]{0,200}|napisał\(?a?\)?`,
  ],
  String.raw`\s?:$`,
)
const WROTE_BEGINS = anyOf('^', ['on|le|el|il|em|op|am|den|dnia|w dniu|pe|ma|ti|ke|to|la|su'], String.raw`\b.{8,}`)
const SEPARATOR = anyOf(
  '^',
  [
    '-{2,} ?(?:original|forwarded) message ?-{2,}',
    '-{2,} ?(?:ursprüngliche nachricht|message d.origine|mensaje original) ?-{2,}',
    '-{2,} ?(?:messaggio originale|oorspronkelijk bericht) ?-{2,}',
    '_{10,}',
  ],
  '$',
)
/** The first line of the header that Outlook puts above the quoted mail, and the lines that follow it. */
const HEADER_FROM = anyOf(String.raw`^\*?`, ['from|von|de|da|van|fra|från'], String.raw`\s?:\*?\s?\S`)
const HEADER_NEXT = anyOf(
  String.raw`^\*?`,
  [
    'sent|date|to|subject|gesendet|an|betreff|envoyé|à|objet',
    'enviado|para|asunto|inviato|verzonden|aan|onderwerp|datum',
  ],
  String.raw`\s?:`,
)
/** Signatures that mail programs add. */
const SIGNATURE = anyOf(
  '^',
  [
    '-- ?',
    String.raw`sent from (?:my|outlook|mail|yahoo)\b.{0,60}|get outlook for \w.{0,80}`,
    'von meinem .{1,40} gesendet|envoyé de mon .{1,40}|enviado desde mi .{1,40}',
  ],
  '$',
)

const HEADER_LINES = 4
const ATTRIBUTION_LINES = 3
const ATTRIBUTION_MAX = 600

const isQuoted = (line: string): boolean => line.startsWith('>')

/** Returns whether "On …, Maya wrote:" begins at a line. Mail programs break it after up to 80 characters. */
function isAttribution(lines: readonly string[], at: number): boolean {
  const next = lines.slice(at, at + ATTRIBUTION_LINES).map((line) => line.trim())
  if (!WROTE_BEGINS.test(next[0] ?? '')) return false
  for (let n = 1; n <= next.length && next[n - 1] !== ''; n++) {
    const joined = next.slice(0, n).join(' ')
    // It contains a date.
    if (joined.length < ATTRIBUTION_MAX && /\d/.test(joined) && WROTE.test(joined)) return true
  }
  return false
}

/** Returns whether the header of a quoted mail begins at a line: From, followed by Sent, To or Subject. */
const isQuoteHeader = (lines: readonly string[], at: number): boolean =>
  HEADER_FROM.test(lines[at]?.trim() ?? '') &&
  lines.slice(at + 1, at + 1 + HEADER_LINES).some((line) => HEADER_NEXT.test(line.trim()))

/** Returns the number of the first line of the quoted mail, or the number of lines. */
function quoteBegins(lines: readonly string[]): number {
  const begin = lines.findIndex(
    (line, i) => isQuoted(line) || SEPARATOR.test(line.trim()) || isAttribution(lines, i) || isQuoteHeader(lines, i),
  )
  return begin < 0 ? lines.length : begin
}

/** Returns whether there are answers between or below the quoted lines. */
function hasAnswersBelow(lines: readonly string[]): boolean {
  const first = lines.findIndex(isQuoted)
  return (
    first >= 0 &&
    lines.slice(first).some((line) => line.trim() !== '' && !isQuoted(line) && !SIGNATURE.test(line.trim()))
  )
}

/** Removes the signature of a mail program at the end. */
function withoutSignature(lines: readonly string[]): string[] {
  const at = lines.findIndex((line) => line === '-- ' || line === '--')
  const kept = at < 0 ? [...lines] : lines.slice(0, at)
  while (kept.length > 0) {
    const last = (kept.at(-1) ?? '').trim()
    if (last !== '' && !SIGNATURE.test(last)) break
    kept.pop()
  }
  return kept
}

/**
 * Returns the new part of a reply: the text above the quoted mail, without the signature of the mail program. Returns
 * the whole text if there is nothing above the quoted mail, or if answers stand between the quoted lines.
 */
export function newText(text: string): string {
  const whole = text.replace(/\r\n?/g, '\n').trim()
  const lines = whole.split('\n')
  const begin = quoteBegins(lines)
  if (hasAnswersBelow(withoutSignature(lines.slice(begin)))) return whole
  return withoutSignature(lines.slice(0, begin)).join('\n').trim() || whole
}
