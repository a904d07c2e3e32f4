import { isEmail } from '@portal/contract/fields'

/** Returns the problem of a required text, or undefined. */
export const requiredProblem = (text: string): string | undefined =>
  text.trim() ? undefined : 'This field is required.'

/** Returns the problem of a required email address, or undefined. */
export const emailProblem = (text: string): string | undefined =>
  requiredProblem(text) ?? (isEmail(text.trim()) ? undefined : 'Please enter a valid email address.')
