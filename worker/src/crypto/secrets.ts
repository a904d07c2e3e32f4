import { createHash, createHmac } from 'node:crypto'
import { generateRandomIntegerNumber } from '@oslojs/crypto/random'
import { encodeBase64urlNoPadding } from '@oslojs/encoding'
import { CODE_MAX, CODE_MIN } from '@portal/contract/limits'

/** What is made once, told to one person, and stored only as a hash: links, refresh and setup tokens, verification codes. */

const systemRandom = {
  read: (bytes: Uint8Array): void => {
    crypto.getRandomValues(bytes)
  },
}

/** A new token of 256 random bits, in characters that an address and a cookie can carry. */
export function newToken(): string {
  const bytes = new Uint8Array(32)
  systemRandom.read(bytes)
  return encodeBase64urlNoPadding(bytes)
}

/** How a token is stored. It is random enough that a plain SHA-256, hex, tells nothing. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/** A new verification code: six digits, 100000 to 999999, each as likely as the other. */
export function newCode(): string {
  return String(CODE_MIN + generateRandomIntegerNumber(systemRandom, CODE_MAX - CODE_MIN + 1))
}

/** A token that follows from the parts: the same again for who presents the same, and for nobody else without the key. */
export function derivedToken(secret: string, ...parts: string[]): string {
  return createHmac('sha256', secret).update(JSON.stringify(parts)).digest('base64url')
}

/**
 * HMAC-SHA256, hex, over the parts. What can be guessed (a code, an address) is stored under this key, so that a copy of the store
 * gives nothing away.
 */
export function keyedHash(secret: string, ...parts: string[]): string {
  return createHmac('sha256', secret).update(JSON.stringify(parts)).digest('hex')
}
