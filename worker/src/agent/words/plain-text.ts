/** Links that chat or mail programs would make clickable. */
const LINK = /(?:\b[a-z][a-z\d+.-]{1,15}:\/\/|\bwww\.|\bmailto:)\S+/gi
/** Invisible and control characters, except joiners that some scripts need. */
const INVISIBLE = /[\p{Cc}\p{Zl}\p{Zp}\p{Co}\p{Cs}]|(?![\u200c\u200d])\p{Cf}/gu

/** Returns a typed text as a single line of at most `max` characters, without control characters and links. */
export function plainText(text: string, max: number): string {
  // Bounds the work for very long texts.
  const line = text
    .slice(0, max * 8)
    .replace(INVISIBLE, ' ')
    .replace(LINK, '(link)')
    .replace(/\s+/g, ' ')
    .trim()
  return line.length <= max
    ? line
    : `${line
        .slice(0, max - 1)
        .replace(/[\ud800-\udbff]$/, '')
        .trimEnd()}…`
}
