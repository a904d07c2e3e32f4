import { withReadableDomain } from '@portal/contract/canonical-email'
import { isEmail, partsOf } from '@portal/contract/emails'
import type { OAuthCallback, OAuthProviderId } from '@portal/contract/oauth'
import { cleanLine, composed, cutText } from '@portal/contract/text'
import { ArcticFetchError, type OAuth2Tokens, UnexpectedErrorResponseBodyError, UnexpectedResponseError } from 'arctic'
import type { JWTPayload } from 'jose'
import * as z from 'zod'
import type { Context } from '../../../context.ts'
import { commit } from '../../../platform/db/write.ts'
import { openChallenge } from '../factors/challenges.ts'
import type { ProviderIdentity } from './provider-identity.ts'
import { fetchJson, withProviderTimeout } from './fetch-json.ts'
import type { Flow } from './start-provider-sign-in.ts'
import { OAuthFailure } from './oauth-failure.ts'
import { verifyIdToken } from './id-token.ts'
import { getProvider, type Provider } from './providers.ts'

const Claims = z.looseObject({ sub: z.string() })
const NAME_MAX = 120

/**
 * Checks the response of a provider and identifies the user. Returns a one-time token with which the sign-in page
 * finishes the sign-in; no session is opened here.
 * @throws OAuthFailure
 */
export async function finishProviderRedirect(
  ctx: Context,
  id: OAuthProviderId,
  flow: Flow | undefined,
  response: z.output<typeof OAuthCallback>,
): Promise<string> {
  // A response that this browser did not request must have no effect.
  if (!flow || response.state !== flow.state) throw new OAuthFailure('state')
  if (response.error)
    throw new OAuthFailure(response.error === 'access_denied' ? 'denied' : 'refused', new Error('error response'))
  const provider = await getProvider(ctx, id)
  if (response.iss !== undefined && !provider.rules.isIssuer(response.iss, {}) && id === 'oidc')
    throw new OAuthFailure('refused', new Error('iss'))
  if (!response.code) throw new OAuthFailure('refused', new Error('no code'))
  const tokens = await exchange(provider, response.code, flow.verifier)
  const claims = await verifyIdToken(idTokenOf(tokens), provider.rules, flow.nonce, ctx.now)
  const detail = identityOf(provider, await withUserinfo(provider, claims, tokens))
  const { token, steps } = openChallenge(ctx, { purpose: 'oauth', userId: null, detail: { ...detail } })
  await commit(ctx, steps)
  return token
}

async function exchange(provider: Provider, code: string, verifier: string): Promise<OAuth2Tokens> {
  try {
    return await withProviderTimeout(provider.exchange(code, verifier))
  } catch (error) {
    if (error instanceof OAuthFailure) throw error
    const isUnavailable =
      error instanceof ArcticFetchError ||
      error instanceof UnexpectedResponseError ||
      error instanceof UnexpectedErrorResponseBodyError
    throw new OAuthFailure(isUnavailable ? 'unavailable' : 'refused', error)
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

/** Adds the claims of the userinfo endpoint when the ID token has no email. They must be of the same subject. */
async function withUserinfo(provider: Provider, claims: Verified, tokens: OAuth2Tokens): Promise<Verified> {
  if (claims['email'] !== undefined || !provider.userinfo) return claims
  const more = await fetchJson(provider.userinfo, Claims, tokens.accessToken())
  if (more.sub !== claims.sub) throw new OAuthFailure('refused', new Error('userinfo of another subject'))
  return { ...more, ...claims }
}

function identityOf(provider: Provider, claims: Verified): ProviderIdentity {
  const text = (claim: unknown): string => (typeof claim === 'string' ? claim : '')
  const email = withReadableDomain(text(claims['email']))
  // An address that would have to be cleaned may be another mailbox.
  const known = isEmail(email) && cleanLine(composed(text(claims['email']), 'NFKC')) === claims['email']
  return {
    provider: provider.id,
    issuer: claims.iss,
    subject: claims.sub,
    email: known ? email : '',
    verified: known && provider.hasVerifiedEmail(claims),
    name: cutText(cleanLine(text(claims['name'])) || partsOf(email).local, NAME_MAX),
  }
}
