import { SESSION_TTL_MS } from '@portal/contract/limits'
import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { createMiddleware } from 'hono/factory'
import type { AppTypes } from '../endpoint.ts'
import { AppError } from '../errors.ts'

const NAME = 'portal_refresh'
// Browsers take a Secure cookie from http://127.0.0.1 and http://localhost too, so development needs no weaker one.
const OPTIONS = { httpOnly: true, secure: true, sameSite: 'Strict', path: '/api/auth' } as const

/** Gives the browser its refresh token, where no script can read it. */
export function setRefreshCookie(c: Context, token: string): void {
  setCookie(c, NAME, token, { ...OPTIONS, maxAge: SESSION_TTL_MS / 1000 })
}

/** The refresh token that the browser sent. */
export const refreshCookie = (c: Context): string | undefined => getCookie(c, NAME)

/** Takes the refresh token away again. */
export function clearRefreshCookie(c: Context): void {
  setCookie(c, NAME, '', { ...OPTIONS, maxAge: 0 })
}

/**
 * Refuses requests that a page of another site makes a browser send: one could otherwise sign somebody in as somebody else. Programs
 * that are no browsers send no such header.
 */
export const ownPagesOnly = createMiddleware<AppTypes>(async (c, next) => {
  const site = c.req.header('sec-fetch-site')
  if (site !== undefined && site !== 'same-origin' && site !== 'none') throw new AppError('forbidden')
  await next()
})
