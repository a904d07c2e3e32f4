import { BOOKKEEPER_PASSWORD_MIN } from '@portal/contract/limits'
import { passwordProblem } from '@portal/contract/passwords'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { isBreached } from './breached-passwords.ts'
import { holdsOwner, isCommonPassword, type PasswordOwner } from './common-passwords.ts'

const TOO_SHORT = 'Password Too Short'

/** Refuses a client's first or recovered password that is too weak. @throws AppError `password_weak` in the specification's words */
export function requireClientPassword(password: string): void {
  const detail = passwordProblem('client', password)
  if (detail)
    throw new AppError('password_weak', { detail, ...(/characters long/.test(detail) ? { title: TOO_SHORT } : {}) })
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
const HOLDS_OWNER = 'Please choose a password that does not contain your name, email address or company.'
const BREACHED = 'This password is known from a data breach. Please choose another one.'

async function whatIsWrong(
  { settings }: Pick<Context, 'settings'>,
  password: string,
  owner: PasswordOwner,
): Promise<string | undefined> {
  if (isCommonPassword(password)) return TOO_COMMON
  if (holdsOwner(password, owner)) return HOLDS_OWNER
  return (await isBreached(settings, password)) ? BREACHED : undefined
}

/**
 * Refuses a new password that many others have, that holds its owner's name, address or company, or that is known from a breach.
 * @param field what the request calls it
 * @throws AppError `password_weak` that says why and names the field
 */
export async function requireOwnPassword(
  ctx: Pick<Context, 'settings'>,
  password: string,
  owner: PasswordOwner,
  field = 'password',
): Promise<void> {
  const detail = await whatIsWrong(ctx, password, owner)
  if (detail) throw new AppError('password_weak', { detail, errors: [{ path: field, message: detail }] })
}
