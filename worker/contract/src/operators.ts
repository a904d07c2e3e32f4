import * as z from 'zod'
import { Email, Instant } from './common.ts'
import { isOperatorCode, normalizeCode } from './readable-codes.ts'

/** Schemas of the sign-in to the operator page `/remotes`. */

/** Requests a sign-in code by mail. */
export const RequestOperatorCode = z.object({ email: Email })
/** The mailed code, in any case, with or without the hyphen. */
export const SignInOperator = z.object({
  email: Email,
  code: z
    .string()
    .transform(normalizeCode)
    .refine(isOperatorCode, 'Please enter the code from the email: 10 letters and digits.'),
})

/** The session of the operator page. Its token is in a cookie that scripts cannot read. */
export const OperatorSession = z.object({
  email: z.string(),
  /** The remotes whose team the person is in; null for operators, who see all. */
  remotes: z.array(z.string()).nullable(),
  expires_at: Instant,
})
/** The current session; null without one. */
export const CurrentOperatorSession = z.object({ session: OperatorSession.nullable() })
export type OperatorSession = z.infer<typeof OperatorSession>
