/** How searches compare texts. Without zod, because the palette compares texts, too. */

/** The shortest text, in characters, that a trigram index can find. */
export const SEARCH_PART_MIN = 3

/** Returns a text in lower case and without accents on Latin letters, as searches compare it. */
export const foldText = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/(\p{Script=Latin})[\u0300-\u036f]+/gu, '$1')
    .normalize('NFC')
    .toLowerCase()

const isShort = (text: string): boolean => Array.from(text).length < SEARCH_PART_MIN

/**
 * Returns the words of a search, folded. A result contains all of them, in any order. A word that an index cannot find
 * stays together with its neighbor: "client 77" is one part.
 */
export function searchParts(q: string): string[] {
  const [first = '', ...others] = foldText(q).trim().split(/\s+/)
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
