import { isEmail } from '@portal/contract/fields'
import type { OAuthCallback, OAuthProviderId } from '@portal/contract/oauth'
import { ArcticFetchError, type OAuth2Tokens, UnexpectedErrorResponseBodyError, UnexpectedResponseError } from 'arctic'
import type { JWTPayload } from 'jose'
import * as z from 'zod'
import type { Context } from '../../context.ts'
import { commit } from '../../db/write.ts'
import { openChallenge } from '../factors/challenges.ts'
import type { Arrived } from './arrived.ts'
import { ask, inTime } from './ask.ts'
import type { Flow } from './begin-oauth.ts'
import { OAuthFailure } from './failure.ts'
import { verifyIdToken } from './id-token.ts'
import { openProvider, type Provider } from './providers.ts'

const Claims = z.looseObject({ sub: z.string() })
const NAME_MAX = 120

/**
 * Takes what a provider sent this browser back with, and finds out who it is. Nobody is signed in by this: the page that asked
 * finishes it, with the token that comes back here, once.
 * @throws OAuthFailure
 */
export async function returnOAuth(
  ctx: Context,
  id: OAuthProviderId,
  flow: Flow | undefined,
  answer: z.output<typeof OAuthCallback>,
): Promise<string> {
  // What this browser did not ask for means nothing, whatever it says.
  if (!flow || answer.state !== flow.state) throw new OAuthFailure('state')
  if (answer.error)
    throw new OAuthFailure(answer.error === 'access_denied' ? 'denied' : 'refused', new Error('answered an error'))
  const provider = await openProvider(ctx, id)
  if (answer.iss !== undefined && !provider.rules.isIssuer(answer.iss, {}) && id === 'oidc')
    throw new OAuthFailure('refused', new Error('iss'))
  if (!answer.code) throw new OAuthFailure('refused', new Error('no code'))
  const tokens = await exchange(provider, answer.code, flow.verifier)
  const claims = await verifyIdToken(idTokenOf(tokens), provider.rules, flow.nonce, ctx.now)
  const detail = arrivedAs(provider, await withUserinfo(provider, claims, tokens))
  const { token, steps } = openChallenge(ctx, { purpose: 'oauth', userId: null, detail: { ...detail } })
  await commit(ctx, steps)
  return token
}

async function exchange(provider: Provider, code: string, verifier: string): Promise<OAuth2Tokens> {
  try {
    return await inTime(provider.exchange(code, verifier))
  } catch (error) {
    if (error instanceof OAuthFailure) throw error
    const down =
      error instanceof ArcticFetchError ||
      error instanceof UnexpectedResponseError ||
      error instanceof UnexpectedErrorResponseBodyError
    throw new OAuthFailure(down ? 'unavailable' : 'refused', error)
  }
}

function idTokenOf(tokens: OAuth2Tokens): string {
  try {
    return tokens.idToken()
  } catch (error) {
    throw new OAuthFailure('refused', error)
  }
}

type Verified = JWTPayload & { iss: string; sub: string }

/** Many issuers leave the address out of the ID token: it is then asked for, and counts only for the same subject. */
async function withUserinfo(provider: Provider, claims: Verified, tokens: OAuth2Tokens): Promise<Verified> {
  if (claims['email'] !== undefined || !provider.userinfo) return claims
  const more = await ask(provider.userinfo, Claims, tokens.accessToken())
  if (more.sub !== claims.sub) throw new OAuthFailure('refused', new Error('userinfo of another subject'))
  return { ...more, ...claims }
}

function arrivedAs(provider: Provider, claims: Verified): Arrived {
  const text = (claim: unknown): string => (typeof claim === 'string' ? claim.trim() : '')
  const email = text(claims['email']).toLowerCase()
  const known = isEmail(email)
  return {
    provider: provider.id,
    issuer: claims.iss,
    subject: claims.sub,
    email: known ? email : '',
    verified: known && provider.vouches(claims),
    name: (text(claims['name']) || email.split('@')[0] || '').slice(0, NAME_MAX),
  }
}
