/** Links in any writing that a chat or a mail program would make clickable. */
const LINK = /(?:\b[a-z][a-z\d+.-]{1,15}:\/\/|\bwww\.|\bmailto:)\S+/gi
/** What is invisible or steers a terminal, a mail header or the direction of writing; joiners that scripts need stay. */
const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}\p{Co}\p{Cs}]|(?![\u200c\u200d])\p{Cf}/gu

/** A text that somebody typed, as one line of at most `max` characters that can stand in a sentence: no control characters, no links. */
export function plain(text: string, max: number): string {
  // Far more than is ever shown, so that an endless text costs nothing.
  const line = text
    .slice(0, max * 8)
    .replace(UNSEEN, ' ')
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
