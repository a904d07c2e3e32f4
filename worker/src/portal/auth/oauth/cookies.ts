import { CHALLENGE_TTL_MS } from '@portal/contract/limits'
import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { cookieName } from '../../../platform/http/cookie-name.ts'
import { tokenHash } from '../../../platform/crypto/secrets.ts'

/**
 * Cookies of a sign-in through a provider. They are Lax, because the browser returns from another site. Each flow has
 * its own cookie, so that two tabs do not interfere. The `__Host-` prefix keeps other hosts of the domain from setting
 * them, which could sign a user in to a foreign account.
 */
const OPTIONS = { httpOnly: true, secure: true, sameSite: 'Lax', path: '/' } as const
const MAX_AGE_S = CHALLENGE_TTL_MS / 1000

const flowName = (c: Context, state: string): string =>
  cookieName(c, 'Host', `portal_oauth_${tokenHash(state).slice(0, 12)}`)
const pendingName = (c: Context): string => cookieName(c, 'Host', 'portal_oauth')

export const setFlowCookie = (c: Context, state: string, sealed: string): void =>
  setCookie(c, flowName(c, state), sealed, { ...OPTIONS, maxAge: MAX_AGE_S })

/** Returns the encrypted flow of a state, and deletes its cookie, so that it works once. */
export function takeFlowCookie(c: Context, state: string | undefined): string | undefined {
  if (state === undefined) return undefined
  const sealed = getCookie(c, flowName(c, state))
  if (sealed !== undefined) setCookie(c, flowName(c, state), '', { ...OPTIONS, maxAge: 0 })
  return sealed
}

/** Sets the token of a pending provider sign-in. */
export const setPendingCookie = (c: Context, token: string): void =>
  setCookie(c, pendingName(c), token, { ...OPTIONS, maxAge: MAX_AGE_S })
/** Returns the token of the pending provider sign-in, or an empty string. */
export const pendingCookie = (c: Context): string => getCookie(c, pendingName(c)) ?? ''
export const clearPendingCookie = (c: Context): void => setCookie(c, pendingName(c), '', { ...OPTIONS, maxAge: 0 })
