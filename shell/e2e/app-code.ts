import { decodeBase32IgnorePadding } from '@oslojs/encoding'
import { generateHOTP } from '@oslojs/otp'

/** Returns the code of an authenticator app, now or `ahead` steps of 30 seconds later. */
export function appCode(secret: string, ahead = 0): string {
  const step = Math.floor(Date.now() / 30_000) + ahead
  return generateHOTP(decodeBase32IgnorePadding(secret.replace(/\s/g, '')), BigInt(step), 6)
}
