import { type SQL, sql } from 'drizzle-orm'

const escapeLike = (q: string): string => q.replace(/[\\%_]/g, '\\$&')

/** Letters beyond ASCII up to which every spelling is tried. */
const SPELLED_OUT = 3

/** Whether a text is plain ASCII, whose case LIKE ignores. */
export const isAscii = (text: string): boolean => /^\p{ASCII}*$/u.test(text)

/** LIKE knows the case of ASCII letters only: the spellings of a text in which the other letters are tried in both. */
export function spellings(text: string): string[] {
  const characters = Array.from(text)
  const others = characters.filter((c) => !isAscii(c) && c.toLowerCase() !== c.toUpperCase())
  if (others.length > SPELLED_OUT) return [...new Set([text, text.toLowerCase(), text.toUpperCase()])]
  return characters.reduce<string[]>(
    (all, c) => {
      const cases = isAscii(c) ? [c] : [...new Set([c.toLowerCase(), c.toUpperCase()])]
      return all.flatMap((begun) => cases.map((variant) => begun + variant))
    },
    [''],
  )
}

/** A condition: one of the columns contains the text, whatever its case. Looks at every row it is asked about. */
export function containing(text: string, columns: readonly SQL[]): SQL {
  const tests = spellings(text).flatMap((s) =>
    columns.map((column) => sql`${column} LIKE ${`%${escapeLike(s)}%`} ESCAPE '\\'`),
  )
  return sql`(${sql.join(tests, sql` OR `)})`
}
