import { SESSION_TTL_MS } from '@portal/contract/limits'
import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { createMiddleware } from 'hono/factory'
import type { AppTypes } from '../../endpoint.ts'
import { AppError } from '../../errors.ts'
import { isCrossSite } from '../../http/cross-site.ts'
import { cookieName } from '../../http/cookie-name.ts'
import { newToken } from '../../crypto/secrets.ts'

const nameOf = (c: Context): string => cookieName(c, 'Secure', 'portal_refresh')
// Browsers take a Secure cookie from http://127.0.0.1 and http://localhost too, so development needs no weaker one.
const OPTIONS = { httpOnly: true, secure: true, sameSite: 'Strict', path: '/api/auth' } as const

/** Gives the browser its refresh token, where no script can read it. */
export function setRefreshCookie(c: Context, token: string): void {
  setCookie(c, nameOf(c), token, { ...OPTIONS, maxAge: SESSION_TTL_MS / 1000 })
}

/** The refresh token that the browser sent. */
export const refreshCookie = (c: Context): string | undefined => getCookie(c, nameOf(c))

/** Takes the refresh token away again. */
export function clearRefreshCookie(c: Context): void {
  setCookie(c, nameOf(c), '', { ...OPTIONS, maxAge: 0 })
}

/** As long as browsers keep any cookie. */
const DEVICE_MAX_AGE_S = 400 * 24 * 60 * 60

/**
 * Tells verbs which browser asks, and gives it the cookie by which it is known again. A browser gets it with the first thing
 * that goes well here; it is renewed each time, and outlives the session.
 */
export const deviceCookie = createMiddleware<AppTypes>(async (c, next) => {
  const name = cookieName(c, 'Secure', 'portal_device')
  const sent = getCookie(c, name)
  const known = sent && /^[\w-]{43}$/.test(sent) ? sent : undefined
  const device = known ?? newToken()
  c.set('ctx', { ...c.var.ctx, device, newDevice: known === undefined })
  await next()
  if (c.req.method === 'POST' && c.res.ok) setCookie(c, name, device, { ...OPTIONS, maxAge: DEVICE_MAX_AGE_S })
})

/**
 * Refuses requests that a page of another site makes a browser send: one could otherwise sign somebody in as somebody else. Programs
 * that are no browsers send no such header.
 */
export const ownPagesOnly = createMiddleware<AppTypes>(async (c, next) => {
  if (isCrossSite(c.req.raw)) throw new AppError('forbidden')
  await next()
})
