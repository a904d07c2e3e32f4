import type { Session } from '@portal/contract/auth'
import { SESSION_TTL_MS } from '@portal/contract/limits'
import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { createMiddleware } from 'hono/factory'
import type { AppTypes } from '../../../endpoint.ts'
import { AppError } from '../../../errors.ts'
import { isCrossSite } from '../../../platform/http/cross-site.ts'
import { cookieName } from '../../../platform/http/cookie-name.ts'
import { newToken } from '../../../platform/crypto/secrets.ts'
import { clearCohortCookie, setCohortCookie } from './cohort.ts'
import type { OpenSession, SessionAtFirm } from './session.ts'

const nameOf = (c: Context): string => cookieName(c, 'Secure', 'portal_refresh')
// Browsers accept Secure cookies from http://localhost and http://127.0.0.1 too, so development needs no exception.
const OPTIONS = { httpOnly: true, secure: true, sameSite: 'Strict', path: '/api/auth' } as const

/** Sets the refresh token as a cookie that no script can read. */
export function setRefreshCookie(c: Context, token: string): void {
  setCookie(c, nameOf(c), token, { ...OPTIONS, maxAge: SESSION_TTL_MS / 1000 })
}

const isOpen = (outcome: object): outcome is OpenSession => 'refreshToken' in outcome

/** Sets the cohort cookie to the firm at which a session acts. Returns the body of the response. */
export function withCohortCookie<T extends AppTypes>(c: Context<T>, { session, firmId }: SessionAtFirm): Session {
  setCohortCookie(c, { userId: session.user.id, firmId, sessionId: session.session_id })
  return session
}

/** Sets the cookies of the session if the outcome of a sign-in is one. Returns the body of the response. */
export function withSessionCookies<T extends object>(c: Context<AppTypes>, outcome: OpenSession | T): Session | T {
  if (!isOpen(outcome)) return outcome
  setRefreshCookie(c, outcome.refreshToken)
  return withCohortCookie(c, outcome)
}

/** Returns the refresh token that the browser sent. */
export const refreshCookie = (c: Context): string | undefined => getCookie(c, nameOf(c))

/** Deletes the cookies of the session. */
export function clearSessionCookies(c: Context): void {
  setCookie(c, nameOf(c), '', { ...OPTIONS, maxAge: 0 })
  clearCohortCookie(c)
}

/** The longest time that browsers keep a cookie. */
const DEVICE_MAX_AGE_S = 400 * 24 * 60 * 60

/**
 * Returns name and path of the device cookie. At the operator origin, no other host can set it: a remote could do so
 * for the whole domain, and would then know in which browser a code works.
 */
const deviceCookieOf = (c: Context<AppTypes>): { name: string; path: string } =>
  c.var.ctx.site === 'operators'
    ? { name: cookieName(c, 'Host', 'portal_device'), path: '/' }
    : { name: cookieName(c, 'Secure', 'portal_device'), path: OPTIONS.path }

/**
 * Adds the device token of the browser to the context. The cookie is set and renewed with each successful POST, and
 * outlives the session, so that the browser is recognized at the next sign-in.
 */
export const deviceCookie = createMiddleware<AppTypes>(async (c, next) => {
  const { name, path } = deviceCookieOf(c)
  const sent = getCookie(c, name)
  const known = sent && /^[\w-]{43}$/.test(sent) ? sent : undefined
  const device = known ?? newToken()
  c.set('ctx', { ...c.var.ctx, device, newDevice: known === undefined })
  await next()
  if (c.req.method === 'POST' && c.res.ok) setCookie(c, name, device, { ...OPTIONS, path, maxAge: DEVICE_MAX_AGE_S })
})

/**
 * Refuses requests from pages of other sites, which could otherwise sign a visitor in to a foreign account. Clients
 * other than browsers send none of the headers that are checked.
 */
export const ownPagesOnly = createMiddleware<AppTypes>(async (c, next) => {
  if (isCrossSite(c.req.raw)) throw new AppError('forbidden')
  await next()
})
