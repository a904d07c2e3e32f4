import { cleanLine } from './text.ts'
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
/** Signs a team in with the publishing token of its remote. */
export const SignInTeam = z.object({ token: z.string().overwrite(cleanLine).min(1, 'Please enter a token.').max(200) })

/** The session of the operator page. Its token is in a cookie that scripts cannot read. */
export const OperatorSession = z.object({
  kind: z.enum(['operator', 'team']),
  /** The operator's address, or the label of the team's token. */
  name: z.string(),
  /** The only remote that a team sees; null for operators, who see all. */
  remote: z.string().nullable(),
  /** Whether the session may change the live version, or only list and preview versions. */
  scope: z.enum(['preview', 'publish']),
  expires_at: Instant,
})
/** The current session; null without one. */
export const CurrentOperatorSession = z.object({ session: OperatorSession.nullable() })
export type OperatorSession = z.infer<typeof OperatorSession>
