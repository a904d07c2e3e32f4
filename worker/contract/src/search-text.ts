import { cleanLine } from './text.ts'

/** How searches and lists compare texts. Without zod, because the palette compares texts, too. */

/** The shortest text, in characters, that a trigram index can find. */
export const SEARCH_PART_MIN = 3

/** What people type for lower-case letters whose mark is not an accent, and for punctuation. None is ASCII. */
export const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ς: 'σ',
  ё: 'е',
  '’': "'",
  '‘': "'",
  ʼ: "'",
  '′': "'",
  '´': "'",
  '＇': "'",
  '“': '"',
  '”': '"',
  '‐': '-',
  '‑': '-',
  '–': '-',
  '\u00a0': ' ',
}
const SPECIAL = new RegExp(`[${Object.keys(PLAIN_LETTERS).join('')}]`, 'g')

/**
 * Returns a text in lower case, with Latin and Greek letters as people type them without accents. Searches and lists
 * compare texts in this form. Accents of other scripts make other letters: й is not и.
 */
export const foldText = (text: string): string =>
  text
    .normalize('NFD')
    // Joiners only shape the letters beside them, and are seldom typed in a search.
    .replace(/[\u200c\u200d]/g, '')
    .replace(/([\p{Script=Latin}\p{Script=Greek}])[\u0300-\u036f]+/gu, '$1')
    .normalize('NFC')
    .toLowerCase()
    .replace(SPECIAL, (letter) => PLAIN_LETTERS[letter] ?? letter)

/** Compares two texts for sorting, whatever their case and accents. */
export function compareTexts(a: string, b: string): number {
  const [x, y] = [foldText(a), foldText(b)]
  if (x === y) return a < b ? -1 : Number(a > b)
  return x < y ? -1 : 1
}

const isShort = (text: string): boolean => Array.from(text).length < SEARCH_PART_MIN

/**
 * Returns the words of a search, folded. A result contains all of them, in any order. A word that an index cannot find
 * stays together with its neighbor: "client 77" is one part.
 */
export function searchParts(q: string): string[] {
  const [first = '', ...others] = foldText(cleanLine(q)).split(' ')
  return others.reduce<string[]>(
    (parts, word) => {
      const last = parts.at(-1) ?? ''
      return isShort(word) || isShort(last) ? [...parts.slice(0, -1), `${last} ${word}`] : [...parts, word]
    },
    [first],
  )
}

/** Returns whether a text contains all words of a search, in any case and accent. */
export function containsWords(text: string, q: string): boolean {
  const folded = foldText(text)
  return searchParts(q).every((part) => folded.includes(part))
}
