import type { OAuthProvider, OAuthProviderId } from '@portal/contract/oauth'
import { CodeChallengeMethod, Google, MicrosoftEntraId, OAuth2Client, type OAuth2Tokens } from 'arctic'
import type { JWTPayload } from 'jose'
import * as z from 'zod'
import type { Context } from '../../../context.ts'
import type { Settings } from '../../../env.ts'
import { fetchCachedJson } from './fetch-json.ts'
import { OAuthFailure } from './oauth-failure.ts'
import type { TokenRules } from './id-token.ts'
import { isPublicAddress } from '../../../platform/net/public-address.ts'

/** Sign-in providers. Only this module uses arctic. */

const SCOPES = ['openid', 'email', 'profile']
/** The tenant of personal Microsoft accounts. */
const PERSONAL = '9188040d-6c67-4c5b-b112-36a304b66dad'

/** Random values of one flow, which must come back unchanged. */
export interface FlowSecrets {
  state: string
  nonce: string
  verifier: string
}

/** A configured provider. */
export interface Provider extends OAuthProvider {
  /** Returns the URL at which the user signs in. */
  authorize: (flow: FlowSecrets) => URL
  /** Exchanges the code for tokens. Rejects with errors of arctic. */
  exchange: (code: string, verifier: string) => Promise<OAuth2Tokens>
  rules: TokenRules
  /** Returns whether the provider has verified the email address in these claims. */
  hasVerifiedEmail: (claims: JWTPayload) => boolean
  /** URL of the claims that the ID token omits. */
  userinfo?: string | undefined
}

const saysVerified = (claims: JWTPayload): boolean =>
  claims['email_verified'] === true || claims['email_verified'] === 'true'

/** Returns the configured providers with the names of their buttons. */
export function providersOf(s: Settings): OAuthProvider[] {
  return [
    ...(s.GOOGLE_CLIENT_ID ? [{ id: 'google' as const, name: 'Google' }] : []),
    ...(s.MICROSOFT_CLIENT_ID ? [{ id: 'microsoft' as const, name: 'Microsoft' }] : []),
    ...(s.OIDC_CLIENT_ID ? [{ id: 'oidc' as const, name: s.OIDC_NAME }] : []),
  ]
}

/** Returns the name of a provider, even if it is no longer configured. */
export const providerName = (s: Settings, id: OAuthProviderId): string =>
  id === 'google' ? 'Google' : id === 'microsoft' ? 'Microsoft' : s.OIDC_NAME

function google(s: Settings, back: string): Provider {
  const client = new Google(s.GOOGLE_CLIENT_ID, s.GOOGLE_CLIENT_SECRET, back)
  return {
    id: 'google',
    name: 'Google',
    authorize: ({ state, nonce, verifier }) =>
      withNonce(client.createAuthorizationURL(state, verifier, SCOPES), nonce, true),
    exchange: (code, verifier) => client.validateAuthorizationCode(code, verifier),
    rules: {
      jwks: 'https://www.googleapis.com/oauth2/v3/certs',
      audience: s.GOOGLE_CLIENT_ID,
      isIssuer: (issuer) => issuer === 'https://accounts.google.com',
    },
    hasVerifiedEmail: saysVerified,
  }
}

/** Returns whether the setting allows sign-ins from a tenant. */
export function isTenantAllowed(setting: string, tenant: unknown): boolean {
  if (typeof tenant !== 'string' || !/^[0-9a-f-]{36}$/.test(tenant)) return false
  if (setting === 'common') return true
  if (setting === 'organizations') return tenant !== PERSONAL
  return tenant === (setting === 'consumers' ? PERSONAL : setting)
}

/**
 * Returns whether the email address of a Microsoft account is verified. Administrators of work accounts can enter any
 * address, so it counts only for personal accounts, for the tenant that the operator has chosen, and when the claim
 * `xms_edov` confirms the domain.
 */
export function isMicrosoftEmailVerified(setting: string, claims: JWTPayload): boolean {
  const { tid } = claims
  if (tid === PERSONAL || tid === setting) return true
  return [true, 1, '1', 'true'].includes(claims['xms_edov'] as string)
}

function microsoft(s: Settings, back: string): Provider {
  const tenant = s.MICROSOFT_TENANT
  const client = new MicrosoftEntraId(tenant, s.MICROSOFT_CLIENT_ID, s.MICROSOFT_CLIENT_SECRET, back)
  return {
    id: 'microsoft',
    name: 'Microsoft',
    authorize: ({ state, nonce, verifier }) =>
      withNonce(client.createAuthorizationURL(state, verifier, SCOPES), nonce, true),
    exchange: (code, verifier) => client.validateAuthorizationCode(code, verifier),
    rules: {
      jwks: `https://login.microsoftonline.com/${tenant}/discovery/v2.0/keys`,
      audience: s.MICROSOFT_CLIENT_ID,
      isIssuer: (issuer, { tid }) =>
        isTenantAllowed(tenant, tid) && issuer === `https://login.microsoftonline.com/${String(tid)}/v2.0`,
    },
    hasVerifiedEmail: (claims) => isMicrosoftEmailVerified(tenant, claims),
  }
}

const Discovery = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  jwks_uri: z.url(),
  userinfo_endpoint: z.url().optional(),
})

/** Returns a provider for any OpenID Connect issuer, by its discovery document. */
async function openIdConnect(s: Settings, back: string): Promise<Provider> {
  const discovered = await fetchCachedJson(
    `${s.OIDC_ISSUER.replace(/\/$/, '')}/.well-known/openid-configuration`,
    Discovery,
  )
  const { issuer, authorization_endpoint, token_endpoint, jwks_uri, userinfo_endpoint } = discovered
  if (issuer !== s.OIDC_ISSUER) throw new OAuthFailure('refused', new Error('discovery names another issuer'))
  const addresses = [
    authorization_endpoint,
    token_endpoint,
    jwks_uri,
    ...(userinfo_endpoint ? [userinfo_endpoint] : []),
  ]
  if (!addresses.every((address) => isPublicAddress(address, s.development))) {
    throw new OAuthFailure('refused', new Error('discovery names a private address'))
  }
  const client = new OAuth2Client(s.OIDC_CLIENT_ID, s.OIDC_CLIENT_SECRET, back)
  return {
    id: 'oidc',
    name: s.OIDC_NAME,
    authorize: ({ state, nonce, verifier }) =>
      withNonce(
        client.createAuthorizationURLWithPKCE(
          authorization_endpoint,
          state,
          CodeChallengeMethod.S256,
          verifier,
          SCOPES,
        ),
        nonce,
        false,
      ),
    exchange: (code, verifier) => client.validateAuthorizationCode(token_endpoint, code, verifier),
    rules: { jwks: jwks_uri, audience: s.OIDC_CLIENT_ID, isIssuer: (named) => named === issuer },
    hasVerifiedEmail: saysVerified,
    userinfo: userinfo_endpoint,
  }
}

function withNonce(url: URL, nonce: string, selectAccount: boolean): URL {
  url.searchParams.set('nonce', nonce)
  // Many people have several accounts at the provider.
  if (selectAccount) url.searchParams.set('prompt', 'select_account')
  return url
}

/** Returns a configured provider. @throws OAuthFailure `unavailable` when it is not configured or does not answer */
export async function getProvider(
  { settings: s, origin }: Pick<Context, 'settings' | 'origin'>,
  id: OAuthProviderId,
): Promise<Provider> {
  if (!providersOf(s).some((p) => p.id === id)) throw new OAuthFailure('unavailable', new Error('not configured'))
  const back = `${origin}/api/auth/oauth/${id}/callback`
  if (id === 'google') return google(s, back)
  return id === 'microsoft' ? microsoft(s, back) : openIdConnect(s, back)
}
