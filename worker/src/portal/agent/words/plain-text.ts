import { cleanLine, cutText } from '@portal/contract/text'

/** Links that chat or mail programs would make clickable. */
const LINK = /(?:\b[a-z][a-z\d+.-]{1,15}:\/\/|\bwww\.|\bmailto:)\S+/gi
/** Characters without a meaning outside of the program that made them. */
const PRIVATE = /\p{Co}/gu

/** Returns a typed text as a single line of at most `max` characters, without control characters and links. */
export function plainText(text: string, max: number): string {
  // Bounds the work for very long texts.
  const line = cleanLine(cutText(text, max * 8).replace(PRIVATE, ' ')).replace(LINK, '(link)')
  return cutText(line, max, '…')
}
