import { BOOKKEEPER_PASSWORD_MIN, CLIENT_PASSWORD_MIN } from './limits.ts'
import type { Role } from './statuses.ts'

/**
 * Returns what is wrong with a new password, or undefined. Bookkeepers, and clients who change theirs or accept an
 * invitation (`minimal`), need six characters. A client's first password has to be stronger.
 */
export function passwordProblem(role: Role, password: string, minimal = false): string | undefined {
  if (role === 'bookkeeper' || minimal) {
    return password.length < BOOKKEEPER_PASSWORD_MIN ? 'Password must be at least 6 characters long.' : undefined
  }
  if (password.length < CLIENT_PASSWORD_MIN) return 'Password must be at least 8 characters long.'
  if (!/\d/.test(password)) return 'Password must contain at least 1 number.'
  if (!/[^A-Za-z0-9\s]/.test(password)) return 'Password must contain at least 1 special character.'
  return undefined
}
