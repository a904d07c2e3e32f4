import { BOOKKEEPER_PASSWORD_MIN } from '@portal/contract/limits'
import { passwordProblem } from '@portal/contract/passwords'
import { AppError } from '../errors.ts'

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
