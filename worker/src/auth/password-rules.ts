import { BOOKKEEPER_PASSWORD_MIN } from '@portal/contract/limits'
import { passwordProblem } from '@portal/contract/passwords'
import { AppError } from '../errors.ts'
import { holdsOwner, isCommonPassword } from './common-passwords.ts'

const TOO_SHORT = 'Password Too Short'

/** Refuses a client's first or recovered password that is too weak. @throws AppError `password_weak` in the specification's words */
export function requireClientPassword(password: string): void {
  const detail = passwordProblem('client', password)
  if (detail) throw new AppError('password_weak', { detail, ...(/characters long/.test(detail) ? { title: TOO_SHORT } : {}) })
}

/** Refuses a password shorter than six characters (invitation setup). @throws AppError `password_weak` */
export function requireShortPassword(password: string): void {
  const detail = passwordProblem('client', password, true)
  if (detail) throw new AppError('password_weak', { detail, title: TOO_SHORT })
}

/** The same rule in the words of the change-password dialog, which end without a full stop. @throws AppError `password_weak` */
export function requireChangedPassword(password: string): void {
  if (password.length >= BOOKKEEPER_PASSWORD_MIN) return
  throw new AppError('password_weak', { detail: 'Password must be at least 6 characters long', title: TOO_SHORT })
}

const TOO_COMMON = 'This password is one of the first that are tried. Please choose a less common one.'
const HOLDS_OWNER = 'Please choose a password that does not contain your name or email address.'

/**
 * Refuses a new password that many others have, or that holds its owner's name or address.
 * @param field what the request calls it
 * @throws AppError `password_weak` that says why and names the field
 */
export function requireOwnPassword(password: string, owner: { email: string; name: string }, field = 'password'): void {
  const detail = isCommonPassword(password) ? TOO_COMMON : holdsOwner(password, owner) ? HOLDS_OWNER : undefined
  if (detail) throw new AppError('password_weak', { detail, errors: [{ path: field, message: detail }] })
}
