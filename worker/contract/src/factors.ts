import * as z from 'zod'
import { Session } from './auth.ts'
import { Id, Instant } from './common.ts'
import { PASSWORD_MAX } from './limits.ts'

/** Requests and answers of the second factor (the specification's /factors calls, section 7; ruling 6). */

const Password = z.string().min(1, 'Please enter your password.').max(PASSWORD_MAX)
/** Whatever a person types or pastes: spaces and dashes are theirs to choose. What it is follows from its form. */
const EnteredCode = z.string().trim().min(1, 'Please enter a code.').max(60)

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
  /** Whether there is a password to prove oneself by; an account made through a provider has none at first. */
  has_password: z.boolean(),
})
export type Factors = z.infer<typeof Factors>

/** Proof that it is still the owner who sits in front of the screen. */
export const Reauthentication = z.object({ password: Password })

/** The same before a change of what signs one in: with a code of the second factor, where that is on. */
export const FullReauthentication = Reauthentication.extend({ code: EnteredCode.optional() })
export type FullReauthentication = z.infer<typeof FullReauthentication>

/** A factor that is being set up. The secret is told here and never again. */
export const Enrolment = z.object({
  id: Id,
  type: z.literal('totp'),
  secret: z.string().meta({ description: 'Base32, for typing it in by hand' }),
  uri: z.string().meta({ description: 'otpauth address, for a QR code' }),
})
export type Enrolment = z.infer<typeof Enrolment>

/** A challenge: good for one right code, a few tries and a few minutes. */
export const Challenge = z.object({ factor_id: Id, challenge: z.string(), expires_at: Instant })
export type Challenge = z.infer<typeof Challenge>

export const VerifyFactor = z.object({ challenge: z.string().max(200), code: EnteredCode })

/** The codes that open the account when the authenticator is lost. Told once. */
export const RecoveryCodes = z.object({ recovery_codes: z.array(z.string()) })
export type RecoveryCodes = z.infer<typeof RecoveryCodes>

/** What a sign-in answers instead of a session where a second factor is due. */
export const SecondFactorRequired = z.object({ second_factor: Challenge })
export type SecondFactorRequired = z.infer<typeof SecondFactorRequired>

/** A session, or what is still missing for one. */
export const SignInResult = z.union([Session, SecondFactorRequired])
export type SignInResult = z.infer<typeof SignInResult>

/** A right code gives what its challenge was for: a session at sign-in, recovery codes when a factor is turned on. */
export const VerifyResult = z.union([Session, RecoveryCodes])
export type VerifyResult = z.infer<typeof VerifyResult>
