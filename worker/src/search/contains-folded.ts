import { foldText, searchParts } from '@portal/contract/search-text'
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/** The Latin letters beyond ASCII, from À to ɏ. */
const ACCENTED = Array.from({ length: 0x250 - 0xc0 }, (_, i) => String.fromCodePoint(0xc0 + i))
/** The accented forms of each letter. */
const BY_LETTER = Map.groupBy(
  ACCENTED.filter((letter) => /^[a-z]$/.test(foldText(letter))),
  foldText,
)

/** Returns a GLOB pattern that matches a character in any case and with any accent. */
function patternOf(character: string): string {
  if (/[*?[]/.test(character)) return `[${character}]`
  const cases = [character, character.toUpperCase()].filter((c) => Array.from(c).length === 1)
  const letters = [...new Set([...cases, ...(BY_LETTER.get(character) ?? [])])]
  return letters.length > 1 ? `[${letters.join('')}]` : character
}

/**
 * Returns a condition: the columns contain all words of a text, whatever their case and accents. It scans every
 * row and costs more than `containsText`: use it for short columns of a few hundred rows.
 */
export function containsFolded(text: string, columns: readonly SQLWrapper[]): SQL {
  const words = searchParts(text).map((part) => {
    const pattern = `*${Array.from(part, patternOf).join('')}*`
    const tests = columns.map((column) => sql`${column} GLOB ${pattern}`)
    return sql`(${sql.join(tests, sql` OR `)})`
  })
  return sql`(${sql.join(words, sql` AND `)})`
}
