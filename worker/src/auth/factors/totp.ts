import { encodeBase32NoPadding } from '@oslojs/encoding'
import { createTOTPKeyURI, verifyHOTP } from '@oslojs/otp'

/** Time-based codes as every authenticator app makes them (RFC 6238): SHA-1, six digits, thirty seconds. */

const PERIOD_S = 30
const DIGITS = 6
const SECRET_BYTES = 20
/** Clocks differ, and typing takes time: a code of the step before or after is taken too. */
const WINDOW = 1
const ISSUER = 'Client Portal'

/** A new shared secret. */
export const newTotpSecret = (): Uint8Array<ArrayBuffer> => crypto.getRandomValues(new Uint8Array(SECRET_BYTES))

/** The secret as a person types it, and as a QR code carries it. */
export function totpEnrolment(secret: Uint8Array, account: string): { secret: string; uri: string } {
  return { secret: encodeBase32NoPadding(secret), uri: createTOTPKeyURI(ISSUER, account, secret, PERIOD_S, DIGITS) }
}

/** Whether a text has the form of such a code. */
export const isTotpCode = (code: string): boolean => /^\d{6}$/.test(code)

/** The time step whose code this is, now or one step off, newer than `after`; undefined where there is none. */
export function totpStep(secret: Uint8Array, code: string, now: Date, after: number): number | undefined {
  const current = Math.floor(now.getTime() / 1000 / PERIOD_S)
  for (let step = current - WINDOW; step <= current + WINDOW; step++) {
    if (step > after && verifyHOTP(secret, BigInt(step), DIGITS, code)) return step
  }
  return undefined
}
