import { encodeBase32NoPadding } from '@oslojs/encoding'
import { createTOTPKeyURI, verifyHOTP } from '@oslojs/otp'

/** Time-based one-time codes (RFC 6238) with the parameters that all authenticator apps support. */

const PERIOD_S = 30
const DIGITS = 6
const SECRET_BYTES = 20
/** Accepts the codes of the previous and next time step, because clocks differ and typing takes time. */
const WINDOW = 1
const ISSUER = 'Client Portal'

/** Returns a new shared secret. */
export const newTotpSecret = (): Uint8Array<ArrayBuffer> => crypto.getRandomValues(new Uint8Array(SECRET_BYTES))

/** Returns the secret in base32 for typing, and as a URI for a QR code. */
export function totpSetup(secret: Uint8Array, account: string): { secret: string; uri: string } {
  return { secret: encodeBase32NoPadding(secret), uri: createTOTPKeyURI(ISSUER, account, secret, PERIOD_S, DIGITS) }
}

/** Returns whether a text has the form of a code. */
export const isTotpCode = (code: string): boolean => /^\d{6}$/.test(code)

/** Returns the time step of a code if it is current and later than `after`, or undefined. */
export function totpStep(secret: Uint8Array, code: string, now: Date, after: number): number | undefined {
  const current = Math.floor(now.getTime() / 1000 / PERIOD_S)
  for (let step = current - WINDOW; step <= current + WINDOW; step++) {
    if (step > after && verifyHOTP(secret, BigInt(step), DIGITS, code)) return step
  }
  return undefined
}
