import { createLocalJWKSet, type JSONWebKeySet, type JWTPayload, errors, jwtVerify } from 'jose'
import * as z from 'zod'
import { fetchCachedJson } from './fetch-json.ts'
import { OAuthFailure } from './oauth-failure.ts'

/** What an ID token must contain, and how it must be signed. */
export interface TokenRules {
  /** URL of the provider's public keys. */
  jwks: string
  /** Client id of the portal. */
  audience: string
  /** Returns whether the issuer is the expected one. */
  isIssuer: (issuer: string, claims: JWTPayload) => boolean
}

const Keys = z.object({ keys: z.array(z.looseObject({ kty: z.string() })) })
/** Asymmetric algorithms only, so that a token signed with the client secret is not accepted. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519']
const CLOCK_TOLERANCE_S = 60

/**
 * Verifies signature, audience, expiry and, if limited, age of a token, and returns its claims.
 * @param required names of the claims that it must contain
 * @throws OAuthFailure `refused`, or `unavailable` when the keys cannot be fetched
 */
export async function verifySignature(
  token: string,
  rules: { jwks: string; audience: string | string[]; maxTokenAge?: string },
  required: string[],
  now: Date,
  fresh = false,
): Promise<JWTPayload> {
  const keys = createLocalJWKSet((await fetchCachedJson(rules.jwks, Keys, fresh)) as JSONWebKeySet)
  try {
    const { payload } = await jwtVerify(token, keys, {
      algorithms: ALGORITHMS,
      audience: rules.audience,
      ...(rules.maxTokenAge === undefined ? {} : { maxTokenAge: rules.maxTokenAge }),
      currentDate: now,
      clockTolerance: CLOCK_TOLERANCE_S,
      requiredClaims: required,
    })
    return payload
  } catch (error) {
    // The provider may have rotated its keys since they were cached.
    if (error instanceof errors.JWKSNoMatchingKey && !fresh) return verifySignature(token, rules, required, now, true)
    throw new OAuthFailure('refused', error)
  }
}

/**
 * Checks signature, audience, expiry, issuer and nonce of an ID token.
 * @throws OAuthFailure `refused`, or `unavailable` when the keys cannot be fetched
 */
export async function verifyIdToken(
  token: string,
  rules: TokenRules,
  nonce: string,
  now: Date,
): Promise<JWTPayload & { iss: string; sub: string }> {
  const claims = await verifySignature(token, rules, ['iss', 'sub', 'aud', 'exp', 'iat', 'nonce'], now)
  const { iss, sub, aud, azp } = claims
  const refuse = (why: string): never => {
    throw new OAuthFailure('refused', new Error(why))
  }
  if (!iss || !rules.isIssuer(iss, claims)) return refuse('issuer')
  if (!sub || sub.length > 255) return refuse('subject')
  if (claims['nonce'] !== nonce) return refuse('nonce')
  if ((Array.isArray(aud) && aud.length > 1) || azp !== undefined)
    if (azp !== rules.audience) return refuse('authorized party')
  return { ...claims, iss, sub }
}
