import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

const escapeLike = (q: string): string => q.replace(/[\\%_]/g, '\\$&')

/** Most letters beyond ASCII for which every combination of cases is tried. With more, the usual ones are tried. */
const MAX_COMBINED = 3

const isAscii = (text: string): boolean => /^\p{ASCII}*$/u.test(text)

const capitalized = (text: string): string => text.toLowerCase().replace(/\p{L}/u, (letter) => letter.toUpperCase())
const titleCased = (text: string): string =>
  text.toLowerCase().replace(/(?<!\p{L})\p{L}/gu, (letter) => letter.toUpperCase())

/** Returns a text with its letters beyond ASCII in both cases, because LIKE folds only ASCII. */
export function caseVariants(text: string): string[] {
  const characters = Array.from(text)
  const others = characters.filter((c) => !isAscii(c) && c.toLowerCase() !== c.toUpperCase())
  if (others.length > MAX_COMBINED)
    return [...new Set([text, text.toLowerCase(), text.toUpperCase(), capitalized(text), titleCased(text)])]
  return characters.reduce<string[]>(
    (prefixes, c) => {
      const cases = isAscii(c) ? [c] : [...new Set([c.toLowerCase(), c.toUpperCase()])]
      return prefixes.flatMap((prefix) => cases.map((variant) => prefix + variant))
    },
    [''],
  )
}

/** Returns a condition: one of the columns contains the text, in any case of ASCII. Scans every row. */
export function likeAny(text: string, columns: readonly SQLWrapper[]): SQL {
  const tests = columns.map((column) => sql`${column} LIKE ${`%${escapeLike(text)}%`} ESCAPE '\\'`)
  return sql`(${sql.join(tests, sql` OR `)})`
}

/** Returns a condition: one of the columns contains the text, in any case. Scans every row it is applied to. */
export const containsText = (text: string, columns: readonly SQLWrapper[]): SQL =>
  sql`(${sql.join(
    caseVariants(text).map((variant) => likeAny(variant, columns)),
    sql` OR `,
  )})`
