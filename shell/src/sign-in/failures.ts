import type { Role } from '@portal/contract/statuses'
import { errorMessage, isApiError, toastError, toastProblem } from '@portal/sdk'
import type { Problems } from './use-form.ts'

const UNEXPECTED = 'An unexpected error occurred. Please try again.'

/** Shows the specified toast for a failed sign-in. */
export function toastSignInFailure(error: unknown, portal: Role): void {
  if (isApiError(error, 'invalid_credentials')) {
    const detail = portal === 'client' ? 'Invalid email or password. Please try again.' : error.detail
    toastError('Sign In Failed', detail)
  } else if (isApiError(error, 'wrong_portal')) {
    const other = portal === 'client' ? 'bookkeeper' : 'client'
    toastError('Access Denied', `This is the ${portal} portal. Please use the ${other} portal to sign in.`)
  } else if (isApiError(error, 'network')) {
    toastConnectionError()
  } else if (isApiError(error) && error.code !== 'unknown' && error.code !== 'internal') {
    toastProblem(error)
  } else {
    toastError('Sign In Failed', UNEXPECTED)
  }
}

/**
 * Shows why the server refuses a new password. Returns the problem of its field, or undefined for
 * other errors.
 */
export function passwordRefusal(error: unknown): Problems | undefined {
  if (!isApiError(error, 'password_weak')) return undefined
  toastProblem(error)
  return { password: errorMessage(error) }
}

/** Shows that the server cannot be reached. */
export function toastConnectionError(): void {
  toastError('Connection Error', 'Unable to connect to authentication service. Please try again.')
}

/**
 * Shows any other failure of a public page. Errors with a code in `own` appear under their own
 * title, others under `title`.
 */
export function toastAuthFailure(error: unknown, title: string, own: readonly string[] = []): void {
  if (isApiError(error, 'network')) toastConnectionError()
  else if (isApiError(error) && own.includes(error.code)) toastProblem(error)
  else if (isApiError(error) && error.code !== 'unknown' && error.code !== 'internal') toastProblem(error, title)
  else toastError(title, UNEXPECTED)
}
