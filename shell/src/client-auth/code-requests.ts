import type { CodePurpose } from '@portal/contract/auth'
import { api, call, errorMessage, isApiError, toastError, toastProblem, toastSuccess } from '@portal/sdk'
import { passwordRefusal } from '../sign-in/failures.ts'
import type { Problems } from '../sign-in/use-form.ts'

/** Returns the time zone of the browser, so that no reminders are sent at night. */
export const browserTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

const NOT_REGISTERED = 'This email is not registered. Please contact your bookkeeper.'

function toastNotSent(error: unknown, purpose: CodePurpose): void {
  if (isApiError(error, 'email_not_registered')) {
    toastError(purpose === 'signup' ? 'Email Not Registered' : 'Email Not Found', NOT_REGISTERED)
  } else if (isApiError(error, 'network') || isApiError(error, 'internal') || isApiError(error, 'unknown')) {
    toastError('Database Error', 'Unable to verify email. Please try again.')
  } else if (isApiError(error) && error.code !== 'busy') {
    toastProblem(error)
  } else {
    const what = purpose === 'signup' ? 'verification' : 'reset'
    toastError('Email Send Failed', `Unable to send ${what} code: ${errorMessage(error, 'please try again')}`)
  }
}

/** Requests a code by mail and shows the outcome in a toast. Returns whether the code was sent. */
export async function sendCode(email: string, purpose: CodePurpose): Promise<boolean> {
  try {
    await call(api.auth.client.code.$post({ json: { email, purpose } }))
    toastSuccess('Code Sent', 'We sent a 6-digit code to your email.')
    return true
  } catch (error) {
    toastNotSent(error, purpose)
    return false
  }
}

/** Checks a code. Returns the token for the next step, or undefined after showing a toast. */
export async function checkCode(email: string, purpose: CodePurpose, code: string): Promise<string | undefined> {
  try {
    const { setup_token } = await call(api.auth.client.code.check.$post({ json: { email, purpose, code } }))
    toastSuccess('Code Verified')
    return setup_token
  } catch (error) {
    if (isApiError(error, 'invalid_input')) toastError('Invalid Code', 'Invalid or expired code.')
    else toastProblem(error)
    return undefined
  }
}

/**
 * Sets the password. Returns whether it was set, the problems of a refused password, or 'again' if
 * the user has to start over.
 */
export async function setPassword(
  setupToken: string,
  purpose: CodePurpose,
  password: string,
): Promise<boolean | Problems | 'again'> {
  try {
    await call(
      api.auth.client.password.$post({ json: { setup_token: setupToken, password, timeZone: browserTimeZone() } }),
    )
    if (purpose === 'signup') toastSuccess('Password Set Successfully', 'You can now sign in with your new password.')
    else toastSuccess('Success', 'Your password has been updated successfully')
    return true
  } catch (error) {
    if (isApiError(error, 'session_expired')) {
      toastProblem(error)
      return 'again'
    }
    const refused = passwordRefusal(error)
    if (!refused) toastProblem(error, purpose === 'signup' ? 'Password Setup Failed' : 'Password Reset Failed')
    return refused ?? false
  }
}
