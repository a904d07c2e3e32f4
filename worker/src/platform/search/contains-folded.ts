import { foldText, PLAIN_LETTERS, searchParts } from '@portal/contract/search-text'
import { and, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { likeAny } from './contains-text.ts'

const charactersBetween = (first: number, last: number): string[] =>
  Array.from({ length: last - first + 1 }, (_, i) => String.fromCodePoint(first + i))
/** Letters that are not ASCII: Latin, Greek, Cyrillic, then Latin with two accents and Greek of ancient texts. */
const LETTERS = [
  ...charactersBetween(0xc0, 0x24f),
  ...charactersBetween(0x370, 0x45f),
  ...charactersBetween(0x1e00, 0x1fff),
  ...Object.keys(PLAIN_LETTERS),
].filter((letter) => foldText(letter) !== letter)
const isOne = (text: string): boolean => Array.from(text).length === 1
/** The other forms of each letter and punctuation mark. */
const BY_LETTER = Map.groupBy(new Set(LETTERS.filter((letter) => isOne(foldText(letter)))), foldText)
/** Letters that people type as two. GLOB has no pattern for them. */
const DOUBLE = [...new Set(LETTERS.filter((letter) => /^[a-z]{2}$/.test(foldText(letter))))]

/** SQLite allows patterns of 50,000 bytes, and a letter has up to 300 bytes of other forms. */
const CHARACTERS_COMPARED = 150

/** Returns a GLOB pattern that matches a character in any case and with any accent. */
function patternOf(character: string): string {
  if (/[*?[]/.test(character)) return `[${character}]`
  const letters = [...new Set([character, character.toUpperCase()].filter(isOne)), ...(BY_LETTER.get(character) ?? [])]
  return letters.length > 1 ? `[${letters.join('')}]` : character
}

type Replacement = readonly [from: string, to: string]
/** Replacements in one expression. The parser of SQLite allows few nested calls. */
const NESTED = 8

/** Returns a condition: the column matches a GLOB pattern after some replacements. */
function matches(column: SQLWrapper, replacements: readonly Replacement[], pattern: string): SQL {
  if (replacements.length === 0) return sql`${column} GLOB ${pattern}`
  const steps = Array.from({ length: Math.ceil(replacements.length / NESTED) }, (_, step) => {
    const pairs = replacements.slice(step * NESTED, (step + 1) * NESTED)
    const before = step === 0 ? sql`${column}` : sql`plain`
    const replaced = pairs.reduce((text, [from, to]) => sql`replace(${text}, ${from}, ${to})`, before)
    const from = sql.raw(step === 0 ? '' : ` FROM step_${step - 1}`)
    return sql`${sql.raw(`step_${step}`)}(plain) AS (SELECT ${replaced}${from})`
  })
  const last = sql.raw(`step_${steps.length - 1}`)
  return sql`(WITH ${sql.join(steps, sql`, `)} SELECT plain GLOB ${pattern} FROM ${last})`
}

/** Returns the letters that must be written as two for a comparison: those of which the part has one or both. */
const doubleIn = (part: string): Replacement[] =>
  DOUBLE.map((letter) => [letter, foldText(letter)] as const).filter(
    ([, two]) => part.includes(two) || part.startsWith(two.slice(1)) || part.endsWith(two.slice(0, 1)),
  )

function containsPart(part: string, column: SQLWrapper): SQL | undefined {
  const pattern = `*${Array.from(part).slice(0, CHARACTERS_COMPARED).map(patternOf).join('')}*`
  const isAscii = sql`length(${column}) = length(CAST(${column} AS BLOB))`
  return or(likeAny(part, [column]), and(sql`NOT ${isAscii}`, matches(column, doubleIn(part), pattern)))
}

/**
 * Returns a condition: the column contains all words of a text, whatever their case and accents. It scans every row.
 * For texts without a folded copy: names of sections and files, and messages. Stored texts are composed.
 */
export const containsFolded = (text: string, column: SQLWrapper): SQL | undefined =>
  and(...searchParts(text.replaceAll('\0', '')).map((part) => containsPart(part, column)))
