/**
 * Normalizes, tests and cuts texts that people type. All of them pass through here once, when the portal receives them,
 * so that texts that look the same are the same. Free of zod, so that screens can use it.
 */

// What shapes the characters around it stays: joiners in Persian, Hindi and emoji (no letter of Europe has any), the
// variants of symbols, and the letters that make the flag of a region.
const EUROPEAN = String.raw`[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]`
const SHAPING = [
  String.raw`(?<=[\p{L}\p{M}\p{S}])(?<!${EUROPEAN}\p{M}*)[\u200c\u200d](?=[\p{L}\p{S}])(?!${EUROPEAN})`,
  String.raw`(?<=[\p{L}\p{N}\p{S}\p{P}])[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]`,
  String.raw`\u{1f3f4}[\u{e0020}-\u{e007f}]+`,
].join('|')
const UNSEEN = new RegExp(String.raw`(${SHAPING})|\p{Default_Ignorable_Code_Point}|[\ufff9-\ufffb]`, 'gu')
/** More marks on one letter than any language has. Composing a text takes the square of their number. */
const HEAPED_MARKS = /(\p{M}{20})\p{M}+/gu

const isPlain = (text: string): boolean => /^[ -~]*$/.test(text)

/** Returns a text in a Unicode form, in bounded time. */
export const composed = (text: string, form: 'NFC' | 'NFKC' = 'NFC'): string =>
  isPlain(text) ? text : text.toWellFormed().replace(HEAPED_MARKS, '$1').normalize(form)

/** Returns a text in composed form, without invisible characters. The blank cell of Braille becomes a space. */
function visible(text: string): string {
  if (isPlain(text)) return text
  let seen = composed(text).replaceAll('\u2800', ' ')
  // Fillers count as letters, and variants as marks: a variant shapes nothing without the filler before it, and a
  // joiner nothing without that variant.
  for (let pass = 0; pass < 3; pass++) seen = seen.replace(UNSEEN, '$1')
  // Without what stood between them, a letter and its accent are one character.
  return composed(seen)
}

/** Returns a text of any number of lines as it is stored: composed, trimmed, without invisible characters. */
export const cleanText = (text: string): string =>
  visible(text.replace(/\r\n?/g, '\n').replace(/(?![\t\n])\p{Cc}/gu, '')).trim()

/** Returns a text of one line, such as a name, as it is stored. Line breaks and several spaces become one space. */
export const cleanLine = (text: string): string =>
  visible(text)
    .replace(/[\p{Z}\p{Cc}]+/gu, ' ')
    .trim()

/** Returns a phone number as it is stored, with ASCII digits and signs. */
export const cleanPhone = (text: string): string => cleanLine(composed(text, 'NFKC').replace(/\p{Pd}/gu, '-'))

/** Returns whether a text has no visible character. */
export const isBlank = (text: string): boolean => cleanLine(text) === ''

let segmenter: Intl.Segmenter | undefined

/** Splits a text into characters as people count them: an emoji or accented letter is one. */
export function characters(text: string): string[] {
  // Loading the data of `Intl.Segmenter` takes a fifth of a second on a phone; most names do not need it.
  if (isPlain(text)) return Array.from(text)
  segmenter ??= new Intl.Segmenter()
  return Array.from(segmenter.segment(text), ({ segment }) => segment)
}

/** Returns the first characters of a text as people count them, and `end` if there are more. */
export function cutCharacters(text: string, max: number, end: string): string {
  if (text.length <= max) return text
  const all = characters(text)
  return all.length > max ? all.slice(0, max).join('').trimEnd() + end : text
}

/**
 * Returns the beginning of a text, cut between two characters.
 * @param max most UTF-16 code units, including those of `end`
 * @param end what shows that the text was cut, such as '…'
 */
export function cutText(text: string, max: number, end = ''): string {
  if (text.length <= max) return text
  const room = max - end.length
  if (isPlain(text)) return text.slice(0, room).trimEnd() + end
  segmenter ??= new Intl.Segmenter()
  let length = 0
  for (const { index, segment } of segmenter.segment(text)) {
    if (index + segment.length > room) break
    length = index + segment.length
  }
  return text.slice(0, length).trimEnd() + end
}
