import { ERRORS, Problem } from '@portal/contract/errors'

/** What an answer must never hold: the inside of the portal. */
const INSIDE =
  /SQLITE_|libsql|hrana|drizzle|\bat \S+ \(|\.(ts|js):\d+|node_modules|stack trace|TypeError|SyntaxError|RangeError|ReferenceError|ZodError|Durable ?Object|\bSELECT\b.+\bFROM\b|\bINSERT INTO\b|book_client|auth_users/

/** What is wrong with an error answer as such, or undefined: not one of ours, or one that tells too much. */
export function badProblem(status: number, type: string | null, text: string): string | undefined {
  if (status >= 500) return `${status} ${text.slice(0, 120)}`
  if (status < 400) return undefined
  if (!type?.startsWith('application/problem+json')) return `${status} as ${type}: ${text.slice(0, 80)}`
  const parsed = Problem.safeParse(JSON.parse(text))
  if (!parsed.success) return `${status} is no problem document: ${text.slice(0, 80)}`
  const { code, status: said, errors = [] } = parsed.data
  if (!(code in ERRORS) || said !== status) return `${status} says ${said} ${code}`
  if (code === 'invalid_input' && errors.some((e) => e.path === ''))
    return `${status} names no field: ${text.slice(0, 120)}`
  const inside = INSIDE.exec(text)
  return inside ? `tells of its inside: ${inside[0]}` : undefined
}
