import { BOOKKEEPER_PASSWORD_MIN } from '@portal/contract/limits'
import { passwordProblem } from '@portal/contract/passwords'
import type { Context } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import { isBreached } from './breached-passwords.ts'
import { containsOwner, isCommonPassword, type PasswordOwner } from './common-passwords.ts'

const TOO_SHORT = 'Password Too Short'

/**
 * Checks the rules for a client's first or recovered password; only its length if it is set with an invitation.
 * @throws AppError `password_weak`
 */
export function requireClientPassword(password: string, isInvited = false): void {
  const detail = passwordProblem('client', password, isInvited)
  if (detail)
    throw new AppError('password_weak', { detail, ...(/characters long/.test(detail) ? { title: TOO_SHORT } : {}) })
}

/**
 * Checks the minimum length of a changed password; the dialog's text has no full stop.
 * @throws AppError `password_weak`
 */
export function requireChangedPassword(password: string): void {
  if (password.length >= BOOKKEEPER_PASSWORD_MIN) return
  throw new AppError('password_weak', { detail: 'Password must be at least 6 characters long', title: TOO_SHORT })
}

const TOO_COMMON = 'This password is too common. Please choose another one.'
const CONTAINS_OWNER = 'Please choose a password that does not contain your name, email address or company.'
const BREACHED = 'This password appeared in a data breach. Please choose another one.'

async function weaknessOf(
  { settings }: Pick<Context, 'settings'>,
  password: string,
  owner: PasswordOwner,
): Promise<string | undefined> {
  if (isCommonPassword(password)) return TOO_COMMON
  if (containsOwner(password, owner)) return CONTAINS_OWNER
  return (await isBreached(settings, password)) ? BREACHED : undefined
}

/**
 * Refuses a new password that is common, contains its owner's name, address or company, or appeared in a breach.
 * @param field name of the password in the request
 * @throws AppError `password_weak` with the reason and the field
 */
export async function requireUnguessablePassword(
  ctx: Pick<Context, 'settings'>,
  password: string,
  owner: PasswordOwner,
  field = 'password',
): Promise<void> {
  const detail = await weaknessOf(ctx, password, owner)
  if (detail) throw new AppError('password_weak', { detail, errors: [{ path: field, message: detail }] })
}
