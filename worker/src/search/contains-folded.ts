import { foldText, PLAIN_LETTERS, searchParts } from '@portal/contract/search-text'
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/** The Latin letters beyond ASCII, from À to ɏ. */
const ACCENTED = Array.from({ length: 0x250 - 0xc0 }, (_, i) => String.fromCodePoint(0xc0 + i))
const SPECIAL = [...new Set([...ACCENTED, ...Object.keys(PLAIN_LETTERS)])]
/** The other forms of each letter and apostrophe. */
const BY_LETTER = Map.groupBy(
  SPECIAL.filter((letter) => /^[a-z']$/.test(foldText(letter))),
  foldText,
)
/** Letters that people type as two, in both cases. GLOB has no pattern for them. */
const DOUBLE = [...SPECIAL, 'ẞ'].filter((letter) => /^[a-z]{2}$/.test(foldText(letter)))
const REPLACED = DOUBLE.map((letter) => sql.raw(`'${letter}', '${foldText(letter)}'`))

/** Returns a GLOB pattern that matches a character in any case and with any accent. */
function patternOf(character: string): string {
  if (/[*?[]/.test(character)) return `[${character}]`
  const cases = [character, character.toUpperCase()].filter((c) => Array.from(c).length === 1)
  const letters = [...new Set([...cases, ...(BY_LETTER.get(character) ?? [])])]
  return letters.length > 1 ? `[${letters.join('')}]` : character
}

/** Returns an expression: the column with double letters written as two. */
const withoutDouble = (column: SQLWrapper): SQL =>
  REPLACED.reduce((text, letters) => sql`replace(${text}, ${letters})`, sql`${column}`)

/**
 * Returns a condition: the columns contain all words of a text, whatever their case and accents. It scans every
 * row and costs more than `containsText`: use it for short columns of a few hundred rows.
 */
export function containsFolded(text: string, columns: readonly SQLWrapper[]): SQL {
  const words = searchParts(text).map((part) => {
    const pattern = `*${Array.from(part, patternOf).join('')}*`
    const tests = columns.map((column) => sql`${withoutDouble(column)} GLOB ${pattern}`)
    return sql`(${sql.join(tests, sql` OR `)})`
  })
  return sql`(${sql.join(words, sql` AND `)})`
}
