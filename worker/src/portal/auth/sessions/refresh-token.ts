import { derivedToken, newToken, tokenHash } from '../../../platform/crypto/secrets.ts'
import type { Settings } from '../../../env.ts'

/** A presented refresh token. */
export interface RefreshToken {
  sessionId: string
  secret: string
  hash: string
}

/** A refresh token to issue, and its stored form. */
export interface IssuedRefreshToken {
  token: string
  hash: string
}

/** Characters of 128 bits in base64url. */
const HALF = 22

/** Returns the second half of a secret. It proves that the portal issued the first half, without a stored value. */
const signatureOf = (key: string, sessionId: string, half: string): string =>
  derivedToken(key, 'refresh-mark', sessionId, half).slice(0, HALF)

function refreshToken(key: string, sessionId: string, random: string): IssuedRefreshToken {
  const half = random.slice(0, HALF)
  const secret = half + signatureOf(key, sessionId, half)
  return { token: `${sessionId}.${secret}`, hash: tokenHash(secret) }
}

export const newRefreshToken = (key: string, sessionId: string): IssuedRefreshToken =>
  refreshToken(key, sessionId, newToken())

/**
 * Returns whether the portal once issued this token for its session. Session ids are not secret: a made-up token must
 * not count as a replay, which would end the session.
 */
export const wasIssuedHere = (
  { AUTH_SECRET, AUTH_SECRET_PREVIOUS }: Pick<Settings, 'AUTH_SECRET' | 'AUTH_SECRET_PREVIOUS'>,
  { sessionId, secret }: RefreshToken,
): boolean =>
  [AUTH_SECRET, AUTH_SECRET_PREVIOUS].some(
    (key) => key !== '' && secret.slice(HALF) === signatureOf(key, sessionId, secret.slice(0, HALF)),
  )

/** Derives the successor of a refresh token from the idempotency key of the request, so that a repeat gets the same. */
export function refreshSuccessor(
  secret: string,
  { sessionId, hash }: RefreshToken,
  idempotencyKey: string,
): IssuedRefreshToken {
  return refreshToken(secret, sessionId, derivedToken(secret, 'refresh', sessionId, hash, idempotencyKey))
}

/** Parses a refresh token. Returns undefined when it is missing or malformed. */
export function parseRefreshToken(token: string | undefined): RefreshToken | undefined {
  const [, sessionId, secret] = /^([0-9a-f-]{36})\.([\w-]{43,44})$/.exec(token ?? '') ?? []
  return sessionId && secret ? { sessionId, secret, hash: tokenHash(secret) } : undefined
}
