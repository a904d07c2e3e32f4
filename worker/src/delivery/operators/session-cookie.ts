import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { cookieName } from '../../platform/http/cookie-name.ts'

const nameOf = (c: Context): string => cookieName(c, 'Host', 'portal_operator')
// Strict, because only the page itself sends requests with it. `__Host-` requires this path.
const OPTIONS = { httpOnly: true, secure: true, sameSite: 'Strict', path: '/' } as const

/** Sets the token of a session as a cookie that no script can read. */
export function setOperatorCookie(c: Context, token: string, expiresAt: string): void {
  setCookie(c, nameOf(c), token, { ...OPTIONS, expires: new Date(expiresAt) })
}

/** Returns the session token that the browser sent. */
export const operatorCookie = (c: Context): string | undefined => getCookie(c, nameOf(c))

/** Deletes the cookie. */
export function clearOperatorCookie(c: Context): void {
  setCookie(c, nameOf(c), '', { ...OPTIONS, maxAge: 0 })
}
