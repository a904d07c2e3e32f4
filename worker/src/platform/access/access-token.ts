import { ACCESS_TOKEN_TTL_MS } from '@portal/contract/limits'
import { ROLES } from '@portal/contract/statuses'
import { jwtVerify, SignJWT } from 'jose'
import * as z from 'zod'
import type { Actor } from '../../context.ts'
import { AppError } from '../../errors.ts'

/** Signed access tokens. They name the actor and are verified without a database read. */

const ALGORITHM = 'HS256'
// Type and audience keep other tokens that are signed with the same key from being accepted.
const TYPE = 'at+jwt'
const AUDIENCE = 'portal-api'

const Claims = z.object({
  sub: z.string(),
  sid: z.string(),
  role: z.enum(ROLES),
  firm: z.string(),
  client: z.string().nullable(),
  tz: z.string(),
  exp: z.number(),
  guest: z.object({ linkId: z.string(), assignmentId: z.string(), fieldId: z.string().nullable() }).optional(),
})

// Given the bytes of a secret, jose would import the key again for every token.
const keys = new Map<string, Promise<CryptoKey>>()
function keyOf(secret: string): Promise<CryptoKey> {
  let key = keys.get(secret)
  if (!key) {
    key = crypto.subtle.importKey('raw', new TextEncoder().encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, [
      'sign',
      'verify',
    ])
    keys.set(secret, key)
  }
  return key
}

/** Signs an access token. Returns it with its expiry. */
export async function signAccessToken(
  secret: string,
  actor: Actor,
  now: Date,
): Promise<{ token: string; expiresAt: Date }> {
  const expiresAt = new Date(now.getTime() + ACCESS_TOKEN_TTL_MS)
  const claims = {
    sid: actor.sessionId,
    role: actor.role,
    firm: actor.firmId,
    client: actor.clientId,
    tz: actor.timeZone,
    ...(actor.guest ? { guest: actor.guest } : {}),
  }
  const token = await new SignJWT(claims)
    .setProtectedHeader({ typ: TYPE, alg: ALGORITHM })
    .setSubject(actor.userId)
    .setAudience(AUDIENCE)
    .setIssuedAt(now)
    .setExpirationTime(expiresAt)
    .sign(await keyOf(secret))
  return { token, expiresAt }
}

// A page sends the same token with every request. Each isolate verifies it once.
const verified = new Map<string, { actor: Actor; expires: number }>()
const VERIFIED_MAX = 2000

/**
 * Returns the actor of an access token.
 * @throws AppError `unauthenticated` when it is malformed, forged, expired, or another kind of token
 */
export const verifyAccessToken = async (secret: string, token: string, now: Date): Promise<Actor> =>
  (await readAccessToken(secret, token, now)).actor

/** Returns the actor and the expiry (in milliseconds) of an access token. Throws like `verifyAccessToken`. */
export async function readAccessToken(
  secret: string,
  token: string,
  now: Date,
): Promise<{ actor: Actor; expires: number }> {
  const cacheKey = `${secret}.${token}`
  const known = verified.get(cacheKey)
  if (known && known.expires > now.getTime()) return known
  verified.delete(cacheKey)
  try {
    const { payload } = await jwtVerify(token, await keyOf(secret), {
      algorithms: [ALGORITHM],
      typ: TYPE,
      audience: AUDIENCE,
      currentDate: now,
    })
    const claims = Claims.parse(payload)
    const expires = claims.exp * 1000
    const actor: Actor = {
      userId: claims.sub,
      sessionId: claims.sid,
      role: claims.role,
      firmId: claims.firm,
      clientId: claims.client,
      timeZone: claims.tz,
      ...(claims.guest ? { guest: claims.guest } : {}),
    }
    if (verified.size >= VERIFIED_MAX) verified.clear()
    verified.set(cacheKey, { actor, expires })
    return { actor, expires }
  } catch {
    throw new AppError('unauthenticated')
  }
}
