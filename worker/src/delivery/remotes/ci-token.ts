import { cleanLine, cutText } from '@portal/contract/text'
import { decodeJwt, type JWTPayload } from 'jose'
import * as z from 'zod'
import type { Context } from '../../context.ts'
import { fetchCachedJson } from '../../portal/auth/oauth/fetch-json.ts'
import { verifySignature } from '../../portal/auth/oauth/id-token.ts'
import { isOAuthFailure } from '../../portal/auth/oauth/oauth-failure.ts'
import type { remoteTrusts } from '../../platform/db/schema/index.ts'
import { AppError } from '../../errors.ts'
import { isPublicAddress } from '../../platform/net/public-address.ts'

/** Checks ID tokens of CI providers. */

export type Trust = typeof remoteTrusts.$inferSelect

const Discovery = z.object({ issuer: z.string(), jwks_uri: z.url() })

const refuse = (detail: string): AppError => new AppError('unauthenticated', { detail })

/** Returns the issuer that an ID token names. Nothing is verified yet. @throws AppError `unauthenticated` */
export function issuerOf(idToken: string): string {
  try {
    return decodeJwt(idToken).iss ?? ''
  } catch {
    throw refuse('This is not an ID token.')
  }
}

/** Returns the address of the keys of an issuer that operators trust. @throws AppError `unauthenticated` */
async function keysOf({ settings }: Context, issuer: string): Promise<string> {
  const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  const development = settings.ENVIRONMENT === 'development'
  const found = isPublicAddress(url, development) ? await fetchCachedJson(url, Discovery) : undefined
  if (found?.issuer !== issuer || !isPublicAddress(found.jwks_uri, development))
    throw refuse(`${issuer} describes no keys for its tokens.`)
  return found.jwks_uri
}

/** How old an ID token may be. Much less than the portal remembers that it was exchanged. */
const MAX_AGE = '1 day'

const hasClaims = (claims: JWTPayload, expected: Record<string, string>): boolean =>
  Object.entries(expected).every(([name, value]) => claims[name] === value)

/** The claims in which GitHub and GitLab name the account that started a job. */
const LOGIN_CLAIMS = ['actor', 'user_login']
/** Without spaces and parentheses, so that no login looks like one with a job. */
const LOGIN = /^[\p{L}\p{M}\p{N}._@+[\]-]+$/u
const LOGIN_LENGTH = 60
const HOLDER_LENGTH = 200

/**
 * Returns the name of the holder of a job's token: "ada (repo:acme/portal:environment:remotes)", or the subject alone
 * when the token names no account. The subject keeps a login from looking like an operator or the portal.
 */
function holderOf({ sub = '', ...claims }: JWTPayload): string {
  const logins = LOGIN_CLAIMS.map((name) => claims[name]).filter((value) => typeof value === 'string')
  const login = logins.map(cleanLine).find((text) => LOGIN.test(text))
  if (login === undefined) return cutText(cleanLine(sub), HOLDER_LENGTH, '…')
  const who = cutText(login, LOGIN_LENGTH, '…')
  return `${who} (${cutText(cleanLine(sub), HOLDER_LENGTH - who.length - 3, '…')})`
}

/**
 * Verifies an ID token of a CI provider. A trust to publish precedes one for previews.
 * @param trusts trusts of the remote in the issuer of the token
 * @returns the trust that allows it, and the name of its holder
 * @throws AppError `unauthenticated`; `busy` while the provider does not answer
 */
export async function trustOf(
  ctx: Context,
  idToken: string,
  trusts: readonly Trust[],
): Promise<Trust & { holder: string }> {
  const [first] = trusts
  if (!first) throw refuse('This remote trusts no such CI provider.')
  try {
    const audience = trusts.map((trust) => trust.audience)
    const rules = { jwks: await keysOf(ctx, first.issuer), audience, maxTokenAge: MAX_AGE }
    const claims = await verifySignature(idToken, rules, ['iss', 'sub', 'aud', 'exp', 'iat'], ctx.now)
    const audiences = [claims.aud ?? []].flat()
    const matching = trusts.filter(
      (trust) =>
        trust.issuer === claims.iss &&
        trust.subject === claims.sub &&
        audiences.includes(trust.audience) &&
        hasClaims(claims, trust.claims),
    )
    const trust = matching.find(({ scope }) => scope === 'publish') ?? matching[0]
    if (!trust) throw refuse(`This remote does not trust the subject ${claims.sub} with these claims.`)
    return { ...trust, holder: holderOf(claims) }
  } catch (error) {
    if (!isOAuthFailure(error)) throw error
    if (error.reason === 'unavailable')
      throw new AppError('busy', { detail: 'The CI provider does not answer.', retryAfter: 5 })
    throw refuse('The ID token is not valid: its signature, audience, age or expiry is wrong.')
  }
}
