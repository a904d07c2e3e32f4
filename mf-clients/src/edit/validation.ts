import { cleanEmail, EMAIL_INVALID, isEmail } from '@portal/contract/emails'
import { REQUIRED } from '@portal/contract/limit-messages'
import { isBlank } from '@portal/contract/text'

export const requiredProblem = (text: string): string | undefined => (isBlank(text) ? REQUIRED : undefined)

/** Returns the problem of a required email address, or undefined. */
export const emailProblem = (text: string): string | undefined =>
  requiredProblem(text) ?? (isEmail(cleanEmail(text)) ? undefined : EMAIL_INVALID)
