import { createHash, createHmac } from 'node:crypto'
import { generateRandomIntegerNumber, generateRandomString } from '@oslojs/crypto/random'
import { encodeBase64urlNoPadding } from '@oslojs/encoding'
import { CODE_MAX, CODE_MIN } from '@portal/contract/limits'

/** Tokens and codes that are shown to one person and stored only as a hash. */

/** The random numbers of the platform, for `@oslojs/crypto/random`. */
export const systemRandom = {
  read: (bytes: Uint8Array): void => {
    crypto.getRandomValues(bytes)
  },
}

/** Returns a new token: 256 random bits, base64url. */
export function newToken(): string {
  const bytes = new Uint8Array(32)
  systemRandom.read(bytes)
  return encodeBase64urlNoPadding(bytes)
}

/** Returns the stored form of a token: SHA-256, hex. Tokens have enough entropy to need no salt or key. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/** Returns a new verification code: six digits from 100000 to 999999, evenly distributed. */
export function newCode(): string {
  return String(CODE_MIN + generateRandomIntegerNumber(systemRandom, CODE_MAX - CODE_MIN + 1))
}

/** Letters and digits that are hard to confuse. */
const UNAMBIGUOUS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Returns a new code of unambiguous characters, 5 random bits each, in groups with hyphens between them. */
export const newReadableCode = (groups: number, groupLength: number): string =>
  Array.from({ length: groups }, () => generateRandomString(systemRandom, UNAMBIGUOUS, groupLength)).join('-')

/** Derives a token from the secret and the parts. Equal parts give an equal token. */
export function derivedToken(secret: string, ...parts: string[]): string {
  return createHmac('sha256', secret).update(JSON.stringify(parts)).digest('base64url')
}

/**
 * Returns HMAC-SHA256 over the parts, hex. Values that can be guessed, such as codes and addresses, are stored under a
 * key, so that a copy of the database reveals nothing.
 */
export function keyedHash(secret: string, ...parts: string[]): string {
  return createHmac('sha256', secret).update(JSON.stringify(parts)).digest('hex')
}
