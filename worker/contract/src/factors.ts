import { cleanLine } from './text.ts'
import * as z from 'zod'
import { MailedCode, Session } from './auth.ts'
import { Id, Instant } from './common.ts'
import { PASSWORD_MAX } from './limits.ts'

/** Schemas of two-step verification. */

const Password = z.string().min(1, 'Please enter your password.').max(PASSWORD_MAX)
// A verification or recovery code as typed or pasted, with any spaces and dashes.
const EnteredCode = z.string().overwrite(cleanLine).min(1, 'Please enter a code.').max(60)

/** A verified second factor. */
export const Factor = z.object({
  id: Id,
  type: z.literal('totp'),
  created_at: Instant.meta({ description: 'When it was turned on' }),
  last_used_at: Instant.nullable(),
})
export type Factor = z.infer<typeof Factor>

export const Factors = z.object({
  factors: z.array(Factor),
  recovery_codes_left: z.number().int(),
  /** False for an account that began with a provider or an invitation and has no password yet. */
  has_password: z.boolean(),
})
export type Factors = z.infer<typeof Factors>

/**
 * Proves that the owner of the account is at the keyboard: the password, or a mailed code (`mailOwnerCode`) for an
 * account that has none.
 */
export const Reauthentication = z.object({ password: Password.optional(), email_code: MailedCode.optional() })
export type Reauthentication = z.infer<typeof Reauthentication>

/** Reauthentication before a change of sign-in settings, with a code when two-step verification is on. */
export const FullReauthentication = Reauthentication.extend({ code: EnteredCode.optional() })
export type FullReauthentication = z.infer<typeof FullReauthentication>

/** A factor that is being set up. The secret is returned only once. */
export const Enrollment = z.object({
  id: Id,
  type: z.literal('totp'),
  secret: z.string().meta({ description: 'Base32, for manual entry' }),
  uri: z.string().meta({ description: 'otpauth URL, for a QR code' }),
})
export type Enrollment = z.infer<typeof Enrollment>

/** A challenge accepts one correct code, for a few attempts and minutes. */
export const Challenge = z.object({ factor_id: Id, challenge: z.string(), expires_at: Instant })
export type Challenge = z.infer<typeof Challenge>

export const VerifyFactor = z.object({ challenge: z.string().max(200), code: EnteredCode })

/** Codes for signing in without the authenticator. Returned only once. */
export const RecoveryCodes = z.object({ recovery_codes: z.array(z.string()) })
export type RecoveryCodes = z.infer<typeof RecoveryCodes>

/** The result of a sign-in that requires a second factor. */
export const SecondFactorRequired = z.object({ second_factor: Challenge })
export type SecondFactorRequired = z.infer<typeof SecondFactorRequired>

/** A session, or the challenge that leads to one. */
export const SignInResult = z.union([Session, SecondFactorRequired])
export type SignInResult = z.infer<typeof SignInResult>

/** The result of a correct code: a session at sign-in, or recovery codes when a factor is turned on. */
export const VerifyResult = z.union([Session, RecoveryCodes])
export type VerifyResult = z.infer<typeof VerifyResult>
