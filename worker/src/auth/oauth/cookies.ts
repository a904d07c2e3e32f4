import { CHALLENGE_TTL_MS } from '@portal/contract/limits'
import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { cookieName } from '../../http/cookie-name.ts'
import { tokenHash } from '../../crypto/secrets.ts'

/**
 * What a browser carries on its way through a provider. Lax, not Strict: it comes back from another site. Each way has a cookie of its own, so
 * that two tabs, or a second press of the button, do not spoil one another. They are this host's alone: one that a neighbour under the same
 * domain could set would sign somebody in as somebody else.
 */
const OPTIONS = { httpOnly: true, secure: true, sameSite: 'Lax', path: '/' } as const
const MAX_AGE_S = CHALLENGE_TTL_MS / 1000

const flowName = (c: Context, state: string): string =>
  cookieName(c, 'Host', `portal_oauth_${tokenHash(state).slice(0, 12)}`)
const arrivalName = (c: Context): string => cookieName(c, 'Host', 'portal_oauth')

export const setFlowCookie = (c: Context, state: string, sealed: string): void =>
  setCookie(c, flowName(c, state), sealed, { ...OPTIONS, maxAge: MAX_AGE_S })

/** The sealed flow of a state; it is taken away with that, so that it serves once. */
export function takeFlowCookie(c: Context, state: string | undefined): string | undefined {
  if (state === undefined) return undefined
  const sealed = getCookie(c, flowName(c, state))
  if (sealed !== undefined) setCookie(c, flowName(c, state), '', { ...OPTIONS, maxAge: 0 })
  return sealed
}

/** The token of an arrival that waits to be finished. */
export const setArrivalCookie = (c: Context, token: string): void =>
  setCookie(c, arrivalName(c), token, { ...OPTIONS, maxAge: MAX_AGE_S })
export const arrivalCookie = (c: Context): string => getCookie(c, arrivalName(c)) ?? ''
export const clearArrivalCookie = (c: Context): void => setCookie(c, arrivalName(c), '', { ...OPTIONS, maxAge: 0 })
